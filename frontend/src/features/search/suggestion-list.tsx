import { useId } from 'react'
import { OptionRow } from './option-row'
import { keyOf, type Option, type OptionGroup } from './options'

type SuggestionListProps = {
  id: string
  groups: readonly OptionGroup[]
  typed: string
  /** The key of the active option. */
  active: string | null
  onChoose: (option: Option, touched: boolean) => void
}

/** The id of an option's element. Keys contain spaces, which a reference to an element may not. */
export const optionId = (listId: string, groups: readonly OptionGroup[], key: string): string =>
  `${listId}-${groups.flatMap(({ options }) => options).findIndex((option) => keyOf(option) === key)}`

function Group({ group, ...list }: SuggestionListProps & { group: OptionGroup }) {
  const heading = useId()
  const rows = group.options.map((option) => {
    const key = keyOf(option)
    return (
      <OptionRow
        key={key}
        id={optionId(list.id, list.groups, key)}
        option={option}
        typed={list.typed}
        active={key === list.active}
        onChoose={(touched) => list.onChoose(option, touched)}
      />
    )
  })
  if (group.heading === null) return rows
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
    <div role="group" aria-labelledby={heading}>
      <div id={heading} role="presentation" className="px-4 pt-3 pb-1 text-sm font-semibold text-cocoa">
        {group.heading}
      </div>
      {rows}
    </div>
  )
}

/** The options of a search box, in groups. */
export function SuggestionList(props: SuggestionListProps) {
  return (
    <div id={props.id} role="listbox" aria-label="Suggestions" tabIndex={-1}>
      {props.groups.map((group) => (
        <Group key={group.heading ?? keyOf(group.options[0] as Option)} {...props} group={group} />
      ))}
    </div>
  )
}
