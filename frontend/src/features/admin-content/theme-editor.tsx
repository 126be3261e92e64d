import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { messageOf } from '@/api/problem'
import type { ContrastCheck, DerivedTheme, ThemeColours } from '@/api/types'
import { useDebounced } from '@/lib/use-debounced'
import { Button } from '@/ui/button'
import { ErrorNotice } from '@/ui/error-notice'
import { THEME } from './document-fields'
import { FieldsForm } from './fields-form'
import { isColour } from './plain-controls'
import { contentQueries } from './queries'
import { textOf, type Values } from './values'

const PAUSE_MS = 300

/** The three colours; null while one of them is not typed in full. */
function coloursOf({ accent, support, paper }: Values): ThemeColours | null {
  const colours = { accent: textOf(accent), support: textOf(support), paper: textOf(paper) }
  return Object.values(colours).every(isColour) ? colours : null
}

const ANY: ThemeColours = { accent: '', support: '', paper: '' }

/** What follows from the colours that are being chosen, once typing pauses. */
export function useDerivedTheme(theme: Values, enabled = true) {
  const settled = useDebounced(JSON.stringify(coloursOf(theme)), PAUSE_MS)
  const colours = JSON.parse(settled) as ThemeColours | null
  return useQuery({
    ...contentQueries.theme(colours ?? ANY),
    enabled: enabled && colours !== null,
    placeholderData: (former: DerivedTheme | undefined) => former,
  })
}

const WORDS: Readonly<Record<string, string>> = {
  white: 'white',
  paper: 'the paper',
  ink: 'Text',
  control: 'Borders of fields',
}
const wordFor = (name: string): string =>
  WORDS[name] ?? THEME.find((field) => field.name === name)?.label ?? name

/** 'Accent on white: 3.21 to 1, and 4.5 to 1 is needed.' */
const sentenceOf = ({ shown, on, ratio, least, passes }: ContrastCheck): string => {
  const measured = `${wordFor(shown)} on ${wordFor(on)}: ${ratio} to 1`
  return passes ? measured : `${measured}, and ${least} to 1 is needed`
}

function Checks({
  checks,
  onTake,
}: {
  checks: readonly ContrastCheck[]
  onTake: (check: ContrastCheck) => void
}) {
  // Both checks of a colour offer the same one.
  const isFirst = (check: ContrastCheck) =>
    checks.find(({ colour, passes }) => colour === check.colour && !passes) === check
  return (
    <ul className="grid gap-2">
      {checks.map((check) => {
        const Icon = check.passes ? CircleCheck : CircleAlert
        return (
          <li key={`${check.shown} ${check.on}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Icon aria-hidden size={18} className={check.passes ? 'text-success' : 'text-error'} />
            <span className={check.passes ? undefined : 'font-medium text-error'}>{sentenceOf(check)}</span>
            {check.nearest !== null && isFirst(check) && (
              <Button variant="secondary" size="sm" onClick={() => onTake(check)}>
                <svg aria-hidden viewBox="0 0 16 16" className="size-4 flex-none">
                  <circle cx="8" cy="8" r="8" fill={check.nearest} />
                </svg>
                Use {check.nearest} instead
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Swatches({ tokens }: { tokens: DerivedTheme['tokens'] }) {
  return (
    <ul className="look-swatches">
      {tokens.map(({ name, colour }) => (
        <li key={name} className="min-w-0 text-sm">
          <svg
            aria-hidden
            viewBox="0 0 4 2"
            preserveAspectRatio="none"
            className="h-10 w-full rounded-tag border border-line"
          >
            <rect width="4" height="2" fill={colour} />
          </svg>
          <span className="mt-1 block truncate">{name}</span>
          <span className="block text-cocoa tabular-nums">{colour}</span>
        </li>
      ))}
    </ul>
  )
}

/** Three colours, whether they can be read, and the colours that follow from them. */
export function ThemeEditor({ theme, onChange }: { theme: Values; onChange: (theme: Values) => void }) {
  const { data, error, refetch, isFetching } = useDerivedTheme(theme)
  return (
    <div className="grid min-w-0 gap-6">
      <FieldsForm fields={THEME} value={theme} onChange={onChange} path="" />
      {error !== null && (
        <ErrorNotice
          message={messageOf(error, 'The colours that follow could not be derived.')}
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && (
        <>
          <section aria-labelledby="contrast" className="grid gap-3">
            <h2 id="contrast" className="font-medium">
              {data.isReadable ? 'Everything can be read' : 'Something is hard to read'}
            </h2>
            <Checks
              checks={data.checks}
              onTake={({ colour, nearest }) => onChange({ ...theme, [colour]: nearest })}
            />
          </section>
          <section aria-labelledby="derived" className="grid gap-3">
            <h2 id="derived" className="font-medium">
              All colours that follow
            </h2>
            <Swatches tokens={data.tokens} />
          </section>
        </>
      )}
    </div>
  )
}
