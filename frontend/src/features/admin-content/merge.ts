// Two editors of one document: merges this editor's changes into the draft that the other one saved.
import { isSame } from '@/lib/is-same'
import type { Difference } from '@/ui/admin/conflict-frame'
import type { Change } from './changes'
import { kindOf } from './home-sections'
import { listOf, objectOf, type Value, type Values } from './values'

const kinds = (sections: Value | undefined): string => listOf(sections).map(kindOf).join()

/** Sections in the same order are merged one by one; else one's own stay. */
function mergedSections(
  opened: Value | undefined,
  mine: Value | undefined,
  theirs: Value | undefined,
): Value {
  const isAlike = kinds(opened) === kinds(mine) && kinds(mine) === kinds(theirs)
  if (!isAlike) return mine ?? null
  const at = (sections: Value | undefined, index: number) => objectOf(listOf(sections)[index])
  return listOf(mine).map((_, index) => merged(at(opened, index), at(mine, index), at(theirs, index)))
}

/** `theirs` with what was changed from `opened` to `mine`. */
export function merged(opened: Values, mine: Values, theirs: Values): Values {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
  const pick = (name: string): Value => {
    if (isSame(mine[name], opened[name])) return theirs[name] ?? null
    if (name === 'sections') return mergedSections(opened[name], mine[name], theirs[name])
    return mine[name] ?? null
  }
  return Object.fromEntries(names.map((name) => [name, pick(name)]))
}

/** Where one's own draft differs from the present one. `mine` is null where one changed nothing. */
export function differencesOf(
  compare: (from: Values, to: Values) => readonly Change[],
  { opened, mine, theirs }: { opened: Values; mine: Values; theirs: Values },
): Difference[] {
  const changed = new Set(compare(opened, mine).map(({ label }) => label))
  return compare(mine, theirs).map(({ label, from, to }) => ({
    label,
    mine: changed.has(label) ? from : null,
    theirs: to,
  }))
}
