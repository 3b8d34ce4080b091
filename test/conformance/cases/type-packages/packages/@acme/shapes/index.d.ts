/** Shape has corners. */
export interface Shape {
  /**
   * How many.
   * +kubebuilder:validation:Minimum=3
   */
  corners: number;
}
