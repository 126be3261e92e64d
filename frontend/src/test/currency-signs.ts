import ts from 'typescript'

/** Every currency sign there is, the full-width ones among them: amounts are written 'LKR. 4,500.00'. */
const SIGN = /\p{Sc}/u
/** The same written as character references, which JSX reads as the sign. */
const REFERENCE = /&(?:dollar|euro|pound|yen|cent|curren|#0*36|#x0*24|#0*8364|#x0*20ac|#0*163|#x0*a3);/i
/** Comments of HTML are not shown; React marks its boundaries with `<!--$-->`. */
const HIDDEN = /<!--.*?-->/gs

/** A currency sign in visible text. */
export type CurrencySign = { line: number; text: string }

/**
 * The currency signs in a source file's JSX text, strings and templates. The parser excludes the `$` of a template's `${…}`, of a
 * pattern and of a name; the one in `<b>${price}</b>` counts.
 */
export function currencySigns(fileName: string, source: string): CurrencySign[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true)
  const found: CurrencySign[] = []
  const visit = (node: ts.Node): void => {
    if (isRead(node) && isSigned(node.text.replace(HIDDEN, ''))) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      found.push({ line: line + 1, text: node.getText(file).trim() })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function isSigned(text: string): boolean {
  return SIGN.test(text) || REFERENCE.test(text)
}

function isRead(node: ts.Node): node is ts.JsxText | ts.LiteralLikeNode {
  return (
    ts.isJsxText(node) ||
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  )
}
