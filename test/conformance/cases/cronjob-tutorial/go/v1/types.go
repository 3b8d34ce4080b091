// +groupName=cronjob-tutorial.kbts.dev
package v1

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// CronJobSpec says what a cron job shall do
type CronJobSpec struct {
	// When to run, as five cron fields: see https://en.wikipedia.org/wiki/Cron.
	// +kubebuilder:validation:MinLength=0
	// +required
	Schedule string `json:"schedule"`

	// How late a run may begin, in seconds, when its time was missed
	// whatever the cause.  Runs that are later than that count as failed.
	// +optional
	// +kubebuilder:validation:Minimum=0
	StartingDeadlineSeconds *int64 `json:"startingDeadlineSeconds,omitempty"`

	// What happens when a run is due while another still works.
	// Choices:
	// - "Allow" (default): both run;
	// - "Forbid": the new run is left out;
	// - "Replace": the old run is ended
	// +optional
	// +kubebuilder:default:=Allow
	ConcurrencyPolicy ConcurrencyPolicy `json:"concurrencyPolicy,omitempty"`

	// No new runs while this is true; runs that have begun
	// go on.  False when left out.
	// +optional
	Suspend *bool `json:"suspend,omitempty"`

	// What a run is made from.
	// +required
	JobTemplate batchv1.JobTemplateSpec `json:"jobTemplate"`

	// How many good runs are kept.
	// Zero is not the same as leaving it out.
	// +optional
	// +kubebuilder:validation:Minimum=0
	SuccessfulJobsHistoryLimit *int32 `json:"successfulJobsHistoryLimit,omitempty"`

	// How many failed runs are kept.
	// +optional
	// +kubebuilder:validation:Minimum=0
	FailedJobsHistoryLimit *int32 `json:"failedJobsHistoryLimit,omitempty"`
}

// ConcurrencyPolicy is what to do with runs that overlap.
// There is one for each cron job.
// Without one, runs
// may overlap.
// +kubebuilder:validation:Enum=Allow;Forbid;Replace
type ConcurrencyPolicy string

// CronJobStatus says what was seen.
type CronJobStatus struct {
	// Runs that work now.
	// +optional
	// +listType=atomic
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=10
	Active []corev1.ObjectReference `json:"active,omitempty"`

	// When the latest run began.
	// +optional
	LastScheduleTime *metav1.Time `json:"lastScheduleTime,omitempty"`

	// One entry for each aspect of its state.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status

// CronJob runs jobs by the clock
type CronJob struct {
	metav1.TypeMeta `json:",inline"`

	// as everywhere
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// what is wanted
	// +required
	Spec CronJobSpec `json:"spec"`

	// what was seen
	// +optional
	Status CronJobStatus `json:"status,omitempty"`
}
