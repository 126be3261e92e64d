// The mails that the shop under test wrote as files.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MAIL = join(process.env.E2E_DATA_DIR ?? '', 'mail')

/** The links to a page of the shop, with a token, in the mails to an address so far. */
export function mailedLinks(email: string, page: string): string[] {
  // The shop makes the folder with the first mail.
  if (!existsSync(MAIL)) return []
  const mails = readdirSync(MAIL).filter((name) => name.endsWith('.eml'))
  const texts = mails.sort().map((name) => readFileSync(join(MAIL, name), 'utf8'))
  const theirs = texts.filter((text) => text.includes(`To: ${email}\r\n`))
  const link = new RegExp(`^http\\S+/${page}#token=\\S+$`, 'm')
  return theirs.flatMap((text) => link.exec(text)?.[0] ?? [])
}
