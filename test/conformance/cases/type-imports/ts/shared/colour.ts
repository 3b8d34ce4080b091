// Colour is a colour.
export type Colour = 'red' | 'blue';
