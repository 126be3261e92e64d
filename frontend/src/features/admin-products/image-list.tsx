import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { Badge } from '@/ui/badge'
import { cx } from '@/ui/cx'
import { IconButton } from '@/ui/icon-button'
import { ProductImage } from '@/ui/image'

function moved(images: readonly string[], from: number, to: number): string[] {
  const next = [...images]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
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

/** The pictures of a product, to be put in order (by buttons or by dragging) and taken out. The first one is shown in lists. */
export function ImageList({
  images,
  onChange,
}: {
  images: readonly string[]
  onChange: (images: string[]) => void
}) {
  const { dragged, over, handlers } = useReordering((from, to) => onChange(moved(images, from, to)))
  if (images.length === 0) return null
  return (
    <ol aria-label="Pictures" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-2">
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
          <div className="flex justify-between">
            <IconButton
              icon={ArrowLeft}
              label={`Move picture ${index + 1} forward`}
              disabled={index === 0}
              onClick={() => onChange(moved(images, index, index - 1))}
            />
            <IconButton
              icon={ArrowRight}
              label={`Move picture ${index + 1} back`}
              disabled={index === images.length - 1}
              onClick={() => onChange(moved(images, index, index + 1))}
            />
            <IconButton
              icon={Trash2}
              tone="danger"
              label={`Remove picture ${index + 1}`}
              onClick={() => onChange(images.filter((_, other) => other !== index))}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}
