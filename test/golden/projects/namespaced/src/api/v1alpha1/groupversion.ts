/*
Copyright 2026 Example.
*/

/** API group jobs.my.domain, version v1alpha1: its types are in the files of this folder. */
// +groupName=jobs.my.domain

/** The `apiVersion` of the kinds in this folder. */
export const groupVersion = 'jobs.my.domain/v1alpha1';
