/** The value of a design token, for what is drawn on a canvas. */
export const tokenColour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()
