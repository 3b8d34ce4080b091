// Command yamljson prints, as JSON, the schema properties of the CustomResourceDefinitions in the given YAML files.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"go.yaml.in/yaml/v2"
)

func main() {
	all := map[string]any{}
	for _, name := range os.Args[1:] {
		properties, err := read(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, name, err)
			os.Exit(1)
		}
		all[name] = properties
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(all); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(name string) (any, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var crd struct {
		Spec struct {
			Versions []struct {
				Schema struct {
					OpenAPIV3Schema struct {
						Properties any `yaml:"properties"`
					} `yaml:"openAPIV3Schema"`
				} `yaml:"schema"`
			} `yaml:"versions"`
		} `yaml:"spec"`
	}
	if err := yaml.Unmarshal(text, &crd); err != nil {
		return nil, err
	}
	return plain(crd.Spec.Versions[0].Schema.OpenAPIV3Schema.Properties), nil
}

// plain replaces the maps of yaml by maps that JSON can hold.
func plain(value any) any {
	switch value := value.(type) {
	case map[any]any:
		result := map[string]any{}
		for key, entry := range value {
			result[fmt.Sprint(key)] = plain(entry)
		}
		return result
	case []any:
		for index, entry := range value {
			value[index] = plain(entry)
		}
	}
	return value
}
