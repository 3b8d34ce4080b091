package presencepackageoptional

// Shared is in a file without the marker.
type Shared struct {
	C string `json:"c"`
}
