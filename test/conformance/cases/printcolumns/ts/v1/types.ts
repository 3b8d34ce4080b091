// +groupName=printcolumns.kbts.dev
// +versionName=v1

import type { Condition, CustomResource, Int32, Time } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:printcolumn:name=Phase,type=string,JSONPath=`.status.phase`
// +kubebuilder:printcolumn:name="Last Run",type=date,JSONPath=".status.lastRun",description="When it ran",format=date-time,priority=1
// +kubebuilder:printcolumn:JSONPath=.status.conditions[?(@.type=="Ready")].status,name=Ready,type=string
// +kubebuilder:printcolumn:name=Size,type=integer,JSONPath=`.spec.size`,priority=0
// +kubebuilder:printcolumn:name=Last,type=string,JSONPath=".status.conditions[-1:].type"
// +kubebuilder:printcolumn:name=Team,type=string,JSONPath=`.metadata.labels.example\.com/team`
// +kubebuilder:subresource:status
export interface Row extends CustomResource<RowSpec, RowStatus> {}

export interface RowSpec {
  size: Int32;
}

export interface RowStatus {
  phase?: string;
  lastRun?: Time;
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

