import type { Content, HomeSection } from '@/api/types'

/** Neighbouring sections whose code arrives together: with the page (`late` is false), or after its start. */
type Run = { late: boolean; sections: HomeSection[] }

/** Sections of the first view, whose code is part of the page. */
const FIRST: readonly HomeSection['kind'][] = ['hero', 'title']

/** The shown sections in their order. */
export function runsOf({ sections }: Content['home']): Run[] {
  const runs: Run[] = []
  for (const section of sections) {
    if (!section.isShown) continue
    const late = !FIRST.includes(section.kind)
    const last = runs.at(-1)
    if (last?.late === late) last.sections.push(section)
    else runs.push({ late, sections: [section] })
  }
  return runs
}

/** The most runs of late sections: there is one section of each kind of the first view at most, and runs lie between them. */
export const LATE_RUNS = FIRST.length + 1
