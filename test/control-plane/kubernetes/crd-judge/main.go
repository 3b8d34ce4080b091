// Judges CustomResourceDefinitions with the API server's own validation. Each line of the input is a JSON object with the
// member "crd", and "old" for an update; each line of the output is the list of findings, or an object with an "error".
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

type request struct {
	CRD json.RawMessage `json:"crd"`
	Old json.RawMessage `json:"old"`
}

type finding struct {
	Reason  string `json:"reason"`
	Field   string `json:"field"`
	Message string `json:"message"`
}

var scheme = runtime.NewScheme()

func main() {
	install.Install(scheme)
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
	crd, err := decode(asked.CRD)
	if err != nil {
		return map[string]string{"error": err.Error()}
	}
	if asked.Old == nil {
		crd.Status = apiextensions.CustomResourceDefinitionStatus{}
		store(crd)
		return worded(validation.ValidateCustomResourceDefinition(context.Background(), crd))
	}
	old, err := decode(asked.Old)
	if err != nil {
		return map[string]string{"error": err.Error()}
	}
	crd.Status = old.Status
	crd.ResourceVersion = "1"
	old.ResourceVersion = "1"
	store(crd)
	return worded(validation.ValidateCustomResourceDefinitionUpdate(context.Background(), crd, old))
}

// As the registry does before it validates.
func store(crd *apiextensions.CustomResourceDefinition) {
	for _, version := range crd.Spec.Versions {
		if !version.Storage {
			continue
		}
		if !apiextensions.IsStoredVersion(crd, version.Name) {
			crd.Status.StoredVersions = append(crd.Status.StoredVersions, version.Name)
		}
		return
	}
}

func decode(text []byte) (*apiextensions.CustomResourceDefinition, error) {
	given := &v1.CustomResourceDefinition{}
	if err := json.Unmarshal(text, given); err != nil {
		return nil, err
	}
	scheme.Default(given)
	crd := &apiextensions.CustomResourceDefinition{}
	return crd, scheme.Convert(given, crd, nil)
}

func worded(errors field.ErrorList) []finding {
	found := []finding{}
	for _, err := range errors {
		found = append(found, finding{Reason: string(err.Type), Field: err.Field, Message: err.ErrorBody()})
	}
	return found
}
