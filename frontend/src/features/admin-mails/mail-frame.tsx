import { useState } from 'react'

/** The policy of the shop's pages forbids style attributes, which mails need. They are renamed here, and set by script below. */
const withoutStyles = (html: string): string => html.replaceAll(' style="', ' data-style="')

function setStyles(page: Document) {
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
  }
}

/** A mail as a mail program shows it, `width` CSS pixels wide. Its links do nothing, and it can run no script. */
export function MailFrame({ html, subject, width }: { html: string; subject: string; width: number }) {
  const [height, setHeight] = useState(600)
  return (
    <iframe
      key={width}
      title={`Mail: ${subject}`}
      sandbox="allow-same-origin"
      srcDoc={withoutStyles(html)}
      style={{ width, height }}
      className="mx-auto block max-w-full rounded-input border border-line bg-white"
      onLoad={(event) => {
        const page = event.currentTarget.contentDocument
        if (page === null) return
        setStyles(page)
        setHeight(page.documentElement.scrollHeight)
      }}
    />
  )
}
