// +groupName=versions.kbts.dev

export {};
