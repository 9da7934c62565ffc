/** A token's colour in the light and in the dark theme, as `#rrggbb` or `#rgb`. */
export interface ThemedColour {
  light: string
  dark: string
}

/** The colours that a style sheet declares as `--name: light-dark(light, dark)`. */
export function themedColours(css: string): Map<string, ThemedColour> {
  const declaration = /--([\w-]+):\s*light-dark\(\s*(#[0-9a-f]+)\s*,\s*(#[0-9a-f]+)\s*\)/gi
  const found = new Map<string, ThemedColour>()
  for (const [, name = '', light = '', dark = ''] of css.matchAll(declaration)) found.set(name, { light, dark })
  return found
}

/** WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const digits = colour.slice(1)
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2, "contrast ratio": from 1, for equal colours, to 21, for black on white. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
