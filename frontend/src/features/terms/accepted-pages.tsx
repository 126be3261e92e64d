import { useContent } from '@/api/content'

const TERMS = ['terms', 'delivery-returns']
const PRIVACY = 'privacy'

type Page = { slug: string; title: string }

/** A link that leaves the form as it is. */
function PageLink({ page: { slug, title } }: { page: Page }) {
  return (
    <a
      href={`/pages/${slug}`}
      target="_blank"
      rel="noopener"
      className="font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep"
    >
      {title}
    </a>
  )
}

/** What a customer accepts by `act`, such as 'ordering': the shop's terms, where it has published them. */
export function AcceptedPages({ act, className }: { act: string; className?: string }) {
  const pages: readonly Page[] = useContent()?.pages ?? []
  const [first, second] = TERMS.flatMap((slug) => pages.filter((page) => page.slug === slug))
  const privacy = pages.find(({ slug }) => slug === PRIVACY)
  if (first === undefined && privacy === undefined) return null
  return (
    <p className={className}>
      {first !== undefined && (
        <>
          By {act} you accept <PageLink page={first} />
          {second !== undefined && (
            <>
              {' and '}
              <PageLink page={second} />
            </>
          )}
          .{' '}
        </>
      )}
      {privacy !== undefined && (
        <>
          What we keep of you: <PageLink page={privacy} />.
        </>
      )}
    </p>
  )
}
