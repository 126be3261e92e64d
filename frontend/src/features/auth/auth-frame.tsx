import type { ReactNode } from 'react'
import { useContent } from '@/api/content'
import { sceneAddress } from '@/ui/scene-pictures'
import { Container } from '@/ui/section'

/** The first large picture of the home page, as it is published. */
function useScene(): string {
  const sections = useContent()?.home.sections ?? []
  const hero = sections.find((section) => section.kind === 'hero')
  return sceneAddress(hero?.slides[0]?.tall ?? '', 960)
}

/** The layout of login and registration pages: the form, and a picture beside it on wide screens. */
export function AuthFrame({
  title,
  intro,
  children,
  footer,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
  footer?: ReactNode
}) {
  const scene = useScene()
  return (
    <Container className="py-8 sm:py-12 lg:py-16">
      <div className="mx-auto grid max-w-md grid-cols-1 overflow-hidden rounded-card bg-white shadow-card lg:max-w-5xl lg:grid-cols-2">
        <div className="flex flex-col justify-center px-5 py-8 sm:px-10 sm:py-12 lg:px-14">
          <h1 className="font-display text-title">{title}</h1>
          {intro !== undefined && <p className="mt-2 text-cocoa">{intro}</p>}
          <div className="mt-7">{children}</div>
          {footer !== undefined && <div className="mt-6 text-center text-cocoa">{footer}</div>}
        </div>
        <div className="relative hidden min-h-152 bg-blush lg:block">
          {scene !== '' && (
            <img
              src={scene}
              alt=""
              loading="lazy"
              decoding="async"
              className="absolute inset-0 size-full object-cover object-bottom"
            />
          )}
        </div>
      </div>
    </Container>
  )
}

/** Classes of an inline link with a large touch target. */
export const TEXT_LINK =
  'inline-flex min-h-11 items-center font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep'
