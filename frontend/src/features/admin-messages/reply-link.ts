// The answer to a message, which staff write in their own mail program.
import type { ReceivedMessage } from '@/api/types'
import { formatDateTime } from '@/lib/date'

/** The most characters that are quoted: mail programs cut or refuse an address above about 2,000 characters. */
const MOST_QUOTED = 600

const LINE_END = '\r\n'

/** The text with `> ` before each line; a longer one ends with '…'. */
function quoted(text: string): string {
  const points = [...text]
  const shown = points.length <= MOST_QUOTED ? text : `${points.slice(0, MOST_QUOTED).join('').trimEnd()}…`
  return shown
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join(LINE_END)
}

/** A `mailto:` address with the sender as recipient, a subject, and the quoted message below two empty lines. */
export function replyLink({ name, email, message, sentAt }: ReceivedMessage, shopName: string): string {
  const subject = `Re: Your message to ${shopName}`
  const intro = `On ${formatDateTime(sentAt)}, ${name} wrote:`
  const body = ['', '', intro, quoted(message)].join(LINE_END)
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?${query}`
}
