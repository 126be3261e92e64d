import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Badge } from '@/ui/badge'
import { cx } from '@/ui/cx'
import { IconButton } from '@/ui/icon-button'
import { ProductImage } from '@/ui/image'

/** The actions of a picture's buttons (`data-action`). */
type ImageAction = 'forward' | 'back' | 'remove'

const OPPOSITE = { forward: 'back', back: 'forward', remove: 'remove' } as const satisfies Record<
  ImageAction,
  ImageAction
>

function moved(images: readonly string[], from: number, to: number): string[] {
  const next = [...images]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

const button = (list: HTMLElement, place: number, action: ImageAction) =>
  list.children[place]?.querySelector<HTMLElement>(`[data-action=${action}]:enabled`)

/**
 * Moves and removes pictures by button. The focus stays on the used action (at an end on its opposite, after a removal on the
 * neighbour's), and `said` announces the result.
 */
function useImageMoves(images: readonly string[], onChange: (images: string[]) => void) {
  const list = useRef<HTMLOListElement>(null)
  const wanted = useRef<{ place: number; action: ImageAction } | null>(null)
  const [said, setSaid] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons are where they belong once the order has changed
  useEffect(() => {
    if (wanted.current === null || list.current === null) return
    const { place, action } = wanted.current
    wanted.current = null
    const target = button(list.current, place, action) ?? button(list.current, place, OPPOSITE[action])
    target?.focus()
  }, [images])

  const move = (from: number, to: number) => {
    setSaid(`Picture ${to + 1} of ${images.length}`)
    onChange(moved(images, from, to))
  }
  const act = (place: number, action: ImageAction) => {
    if (action === 'remove') {
      const left = images.length - 1
      wanted.current = { place: Math.min(place, left - 1), action }
      setSaid(`Picture ${place + 1} removed, ${left} left`)
      return onChange(images.filter((_, other) => other !== place))
    }
    const to = action === 'forward' ? place - 1 : place + 1
    wanted.current = { place: to, action }
    move(place, to)
  }
  return { list, said, move, act }
}

/** Dragging one of the pictures over another; what is dragged from elsewhere is not meant. */
function useReordering(onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  const handlers = (index: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      setDragged(index)
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      setOver(index)
    },
    onDrop: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      if (dragged !== index) onMove(dragged, index)
      end()
    },
    onDragEnd: end,
  })
  return { dragged, over, handlers }
}

/** The actions of one picture. */
function Actions({
  place,
  last,
  onAct,
}: {
  place: number
  last: number
  onAct: (action: ImageAction) => void
}) {
  return (
    <div className="flex justify-between">
      <IconButton
        icon={ArrowLeft}
        label={`Move picture ${place + 1} forward`}
        data-action="forward"
        disabled={place === 0}
        onClick={() => onAct('forward')}
      />
      <IconButton
        icon={ArrowRight}
        label={`Move picture ${place + 1} back`}
        data-action="back"
        disabled={place === last}
        onClick={() => onAct('back')}
      />
      <IconButton
        icon={Trash2}
        tone="danger"
        label={`Remove picture ${place + 1}`}
        data-action="remove"
        onClick={() => onAct('remove')}
      />
    </div>
  )
}

type ImageListProps = {
  images: readonly string[]
  onChange: (images: string[]) => void
  /** Called after the last picture was removed: the focus must move. */
  onEmptied: () => void
}

/** The pictures of a product, to be put in order (by buttons or by dragging) and taken out. The first one is shown in lists. */
export function ImageList({ images, onChange, onEmptied }: ImageListProps) {
  const { list, said, move, act } = useImageMoves(images, onChange)
  const { dragged, over, handlers } = useReordering(move)
  const use = (place: number, action: ImageAction) => {
    act(place, action)
    if (action === 'remove' && images.length === 1) onEmptied()
  }
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {images.length > 0 && (
        <ol
          ref={list}
          aria-label="Pictures"
          className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-2"
        >
          {images.map((src, index) => (
            <li
              key={src}
              {...handlers(index)}
              className={cx(
                'relative cursor-grab overflow-hidden rounded-input border bg-white [&_img]:pointer-events-none',
                dragged === index && 'opacity-60',
                over === index && dragged !== index ? 'border-lotus ring-2 ring-lotus' : 'border-line',
              )}
            >
              <ProductImage src={src} alt={`Picture ${index + 1}`} sizes="(width < 40rem) 45vw, 12rem" />
              {index === 0 && (
                <span className="absolute start-2 top-2">
                  <Badge tone="blush">Shown first</Badge>
                </span>
              )}
              <Actions place={index} last={images.length - 1} onAct={(action) => use(index, action)} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
