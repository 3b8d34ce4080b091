//go:build pins

// Package pins keeps the modules that the generator reads in go.mod and go.sum.
package pins

import (
	_ "go.yaml.in/yaml/v2"
	_ "k8s.io/api/core/v1"
	_ "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	_ "k8s.io/apimachinery/pkg/apis/meta/v1"
	_ "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)
