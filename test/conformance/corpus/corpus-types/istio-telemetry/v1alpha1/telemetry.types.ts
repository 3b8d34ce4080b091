// +groupName=telemetry.istio.io

import type { Telemetry as TelemetryV1 } from '../v1/telemetry.types.js';

/** The same as in v1, under its old name. */
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=telemetry,categories=istio-io;telemetry-istio-io
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
export type Telemetry = TelemetryV1;
