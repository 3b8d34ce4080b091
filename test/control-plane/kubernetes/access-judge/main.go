// Judges roles, bindings, webhook configurations and admission policies with the API server's own validation. Each line of
// the input is a JSON object with the member "object", and "old" for an update; each line of the output is the list of
// findings, or an object with an "error".
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/admissionregistration"
	admissioninstall "k8s.io/kubernetes/pkg/apis/admissionregistration/install"
	admission "k8s.io/kubernetes/pkg/apis/admissionregistration/validation"
	"k8s.io/kubernetes/pkg/apis/rbac"
	rbacinstall "k8s.io/kubernetes/pkg/apis/rbac/install"
	access "k8s.io/kubernetes/pkg/apis/rbac/validation"
)

type request struct {
	Object json.RawMessage `json:"object"`
	Old    json.RawMessage `json:"old"`
}

type finding struct {
	Reason  string `json:"reason"`
	Field   string `json:"field"`
	Message string `json:"message"`
}

var scheme = runtime.NewScheme()

func main() {
	admissioninstall.Install(scheme)
	rbacinstall.Install(scheme)
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for in.Scan() {
		if err := encoder.Encode(judge(in.Bytes())); err != nil {
			panic(err)
		}
	}
	if err := in.Err(); err != nil {
		panic(err)
	}
}

func judge(line []byte) (answer any) {
	defer func() {
		if problem := recover(); problem != nil {
			answer = map[string]string{"error": fmt.Sprintf("panic: %v", problem)}
		}
	}()
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		return map[string]string{"error": err.Error()}
	}
	object, err := decode(asked.Object)
	if err != nil {
		return map[string]string{"error": err.Error()}
	}
	if asked.Old == nil {
		return worded(validate(object))
	}
	old, err := decode(asked.Old)
	if err != nil {
		return map[string]string{"error": err.Error()}
	}
	return worded(validateUpdate(object, old))
}

// Decodes as the server does: defaults of the version, then its internal form.
func decode(text []byte) (runtime.Object, error) {
	meta := metav1.TypeMeta{}
	if err := json.Unmarshal(text, &meta); err != nil {
		return nil, err
	}
	given, err := scheme.New(meta.GroupVersionKind())
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, given); err != nil {
		return nil, err
	}
	scheme.Default(given)
	return scheme.ConvertToVersion(given, runtime.InternalGroupVersioner)
}

func validate(object runtime.Object) field.ErrorList {
	switch object := object.(type) {
	case *rbac.Role:
		return access.ValidateRole(object)
	case *rbac.ClusterRole:
		return access.ValidateClusterRole(object, access.ClusterRoleValidationOptions{})
	case *rbac.RoleBinding:
		return access.ValidateRoleBinding(object)
	case *rbac.ClusterRoleBinding:
		return access.ValidateClusterRoleBinding(object)
	case *admissionregistration.ValidatingWebhookConfiguration:
		return admission.ValidateValidatingWebhookConfiguration(object)
	case *admissionregistration.MutatingWebhookConfiguration:
		return admission.ValidateMutatingWebhookConfiguration(object)
	case *admissionregistration.ValidatingAdmissionPolicy:
		return admission.ValidateValidatingAdmissionPolicy(object)
	case *admissionregistration.ValidatingAdmissionPolicyBinding:
		return admission.ValidateValidatingAdmissionPolicyBinding(object)
	case *admissionregistration.MutatingAdmissionPolicy:
		return admission.ValidateMutatingAdmissionPolicy(object)
	case *admissionregistration.MutatingAdmissionPolicyBinding:
		return admission.ValidateMutatingAdmissionPolicyBinding(object)
	}
	panic(fmt.Sprintf("no rules for %T", object))
}

func validateUpdate(object, old runtime.Object) field.ErrorList {
	switch object := object.(type) {
	case *rbac.Role:
		return access.ValidateRoleUpdate(object, old.(*rbac.Role))
	case *rbac.ClusterRole:
		before := old.(*rbac.ClusterRole)
		options := access.ClusterRoleValidationOptions{AllowInvalidLabelValueInSelector: hasInvalidSelector(before)}
		return access.ValidateClusterRoleUpdate(object, before, options)
	case *rbac.RoleBinding:
		return access.ValidateRoleBindingUpdate(object, old.(*rbac.RoleBinding))
	case *rbac.ClusterRoleBinding:
		return access.ValidateClusterRoleBindingUpdate(object, old.(*rbac.ClusterRoleBinding))
	case *admissionregistration.ValidatingWebhookConfiguration:
		return admission.ValidateValidatingWebhookConfigurationUpdate(object, old.(*admissionregistration.ValidatingWebhookConfiguration))
	case *admissionregistration.MutatingWebhookConfiguration:
		return admission.ValidateMutatingWebhookConfigurationUpdate(object, old.(*admissionregistration.MutatingWebhookConfiguration))
	case *admissionregistration.ValidatingAdmissionPolicy:
		return admission.ValidateValidatingAdmissionPolicyUpdate(object, old.(*admissionregistration.ValidatingAdmissionPolicy))
	case *admissionregistration.ValidatingAdmissionPolicyBinding:
		return admission.ValidateValidatingAdmissionPolicyBindingUpdate(object, old.(*admissionregistration.ValidatingAdmissionPolicyBinding))
	case *admissionregistration.MutatingAdmissionPolicy:
		return admission.ValidateMutatingAdmissionPolicyUpdate(object, old.(*admissionregistration.MutatingAdmissionPolicy))
	case *admissionregistration.MutatingAdmissionPolicyBinding:
		return admission.ValidateMutatingAdmissionPolicyBindingUpdate(object, old.(*admissionregistration.MutatingAdmissionPolicyBinding))
	}
	panic(fmt.Sprintf("no rules for %T", object))
}

// What the strategy of ClusterRoles asks before an update.
func hasInvalidSelector(role *rbac.ClusterRole) bool {
	if role.AggregationRule == nil {
		return false
	}
	for _, selector := range role.AggregationRule.ClusterRoleSelectors {
		if len(metav1validation.ValidateLabelSelector(&selector, metav1validation.LabelSelectorValidationOptions{}, nil)) > 0 {
			return true
		}
	}
	return false
}

func worded(errors field.ErrorList) []finding {
	found := []finding{}
	for _, err := range errors {
		found = append(found, finding{Reason: string(err.Type), Field: err.Field, Message: err.ErrorBody()})
	}
	return found
}
