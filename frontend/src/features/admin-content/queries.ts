import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { carriedBy } from '@/api/refusal'
import type { ContentDraft, ThemeColours } from '@/api/types'
import type { Values } from './values'

const at = (doc: string) => ({ params: { path: { doc } } })

export const contentQueries = {
  /** The documents, and which of them have a draft that visitors do not see. */
  states: () =>
    queryOptions({
      queryKey: ['admin-content', 'states'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/admin/content', { signal })),
    }),
  /** A document with its draft: a form begins with it, and keeps its input when it changes. */
  draft: (doc: string) =>
    queryOptions({
      queryKey: ['admin-content', 'draft', doc],
      queryFn: ({ signal }) => unwrap(api.GET('/api/admin/content/{doc}', { ...at(doc), signal })),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
  versions: (doc: string) =>
    queryOptions({
      queryKey: ['admin-content', 'versions', doc],
      queryFn: ({ signal }) => unwrap(api.GET('/api/admin/content/{doc}/versions', { ...at(doc), signal })),
      gcTime: 0,
    }),
  /** What visitors see, for the preview. */
  published: () =>
    queryOptions({
      queryKey: ['admin-content', 'published'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/content', { signal })),
    }),
  /** What follows from three colours. */
  theme: (colours: ThemeColours) =>
    queryOptions({
      queryKey: ['admin-content', 'theme', colours],
      queryFn: ({ signal }) => unwrap(api.POST('/api/admin/theme/derive', { body: colours, signal })),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

/** The present draft in the refusal of a change that was based on an older one. */
export const presentOf = (error: unknown): ContentDraft | null =>
  carriedBy(error, 'content.draft_changed', 'content')

function cacheDraft(client: QueryClient, content: ContentDraft): void {
  client.setQueryData(contentQueries.draft(content.name).queryKey, content)
  void client.invalidateQueries({ queryKey: contentQueries.states().queryKey })
}

/** Keeps the answer of a change, or the draft that refused it. */
function useDraftAnswer() {
  const client = useQueryClient()
  return {
    onSuccess: ({ content }: { content: ContentDraft }) => cacheDraft(client, content),
    onError: (error: unknown) => {
      const present = presentOf(error)
      if (present !== null) cacheDraft(client, present)
    },
  }
}

export function useSaveDraft(doc: string) {
  return useMutation({
    mutationFn: (update: { body: Values; revision: number }) =>
      unwrap(api.PUT('/api/admin/content/{doc}', { ...at(doc), body: update })),
    ...useDraftAnswer(),
  })
}

/** Everything that shows content elsewhere is fetched again after a publication. */
export function usePublish(doc: string) {
  const client = useQueryClient()
  const answer = useDraftAnswer()
  return useMutation({
    mutationFn: (revision: number) =>
      unwrap(api.POST('/api/admin/content/{doc}/publish', { ...at(doc), body: { revision } })),
    ...answer,
    onSuccess: (data) => {
      answer.onSuccess(data)
      const shown = [
        ['content'],
        ['shop'],
        ['page'],
        ['admin-content', 'published'],
        ['admin-content', 'versions', doc],
      ]
      for (const queryKey of shown) void client.invalidateQueries({ queryKey })
    },
  })
}

export function useRestore(doc: string) {
  return useMutation({
    mutationFn: (restoration: { version: number; revision: number }) =>
      unwrap(api.POST('/api/admin/content/{doc}/restore', { ...at(doc), body: restoration })),
    ...useDraftAnswer(),
  })
}

/** Adds a page: its first draft has revision 0. */
export function useCreatePage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ slug, body }: { slug: string; body: Values }) =>
      unwrap(api.PUT('/api/admin/content/{doc}', { ...at(`page:${slug}`), body: { body, revision: 0 } })),
    onSuccess: ({ content }) => cacheDraft(client, content),
  })
}
