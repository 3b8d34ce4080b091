// Reads an SPDX document with the tools of the SPDX project, checks it, and prints what it understood.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	spdxjson "github.com/spdx/tools-golang/json"
	"github.com/spdx/tools-golang/spdxlib"
)

type output struct {
	// By name: version, and the checksums.
	Packages      map[string][]string `json:"packages"`
	Relationships int                 `json:"relationships"`
	Described     int                 `json:"described"`
}

func main() {
	document, err := spdxjson.Read(os.Stdin)
	if err == nil {
		err = spdxlib.ValidateDocument(document)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	described, err := spdxlib.GetDescribedPackageIDs(document)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	out := output{Packages: map[string][]string{}, Relationships: len(document.Relationships), Described: len(described)}
	for _, one := range document.Packages {
		facts := []string{one.PackageVersion, one.PackageLicenseDeclared}
		for _, checksum := range one.PackageChecksums {
			facts = append(facts, string(checksum.Algorithm)+":"+checksum.Value)
		}
		for _, ref := range one.PackageExternalReferences {
			facts = append(facts, ref.Locator)
		}
		out.Packages[one.PackageName] = facts
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
