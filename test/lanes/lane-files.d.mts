export function thoroughFiles(): string[];
export function seededFiles(): string[];
