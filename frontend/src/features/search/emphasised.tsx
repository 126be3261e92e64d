import { matchedBeginnings } from './folded'

/** A text in which the beginnings that were typed stand out. */
export function Emphasised({ text, typed }: { text: string; typed: string }) {
  return matchedBeginnings(text, typed).map(({ text: piece, matched }, place) =>
    matched ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the places are all there is to tell them apart
      <b key={place} className="font-bold">
        {piece}
      </b>
    ) : (
      piece
    ),
  )
}
