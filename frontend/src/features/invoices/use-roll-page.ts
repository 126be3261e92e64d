import { useEffect } from 'react'

const MM_PER_PX = 25.4 / 96

/** The rule for the page of a receipt of this height, in millimetres. A fraction more would begin a second page. */
export const rollRule = (px: number): string =>
  `@page receipt { size: 80mm ${Math.ceil(px * MM_PER_PX) + 1}mm; margin: 0 }`

/** Makes the printed page as long as the receipt. The policy of the page allows no style element: the rule is in a sheet of its own. */
export function useRollPage(isRoll: boolean): void {
  useEffect(() => {
    // An older browser prints the receipt on a page of the height of A4.
    if (!isRoll || !('adoptedStyleSheets' in document)) return
    const sheet = new CSSStyleSheet()
    const measure = () => {
      const receipt = document.querySelector('.receipt')
      if (receipt !== null) sheet.replaceSync(rollRule(receipt.getBoundingClientRect().height))
    }
    measure()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    window.addEventListener('beforeprint', measure)
    return () => {
      window.removeEventListener('beforeprint', measure)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [isRoll])
}
