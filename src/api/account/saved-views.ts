import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'

const PATH = '/api/_saved_views'
const all = ['savedViews'] as const
const meta = { invalidates: [all] }

const view = z.object({ id: z.guid(), name: z.string(), address: z.string(), shared: z.boolean() })
const listedView = z.extend(view, {
  /** Whether the user is the author. */
  own: z.boolean(),
  author: z.nullish(z.string()),
})
/** The address of a list under a name. */
export type SavedView = z.infer<typeof view>
export type ListedView = z.infer<typeof listedView>

const views = z.object({ views: z.array(listedView), mayShare: z.boolean() })

/** Saved views, which only the embedded backend has. */
export const savedViews = {
  all,

  /** The views of the user, then those that others share, by name. */
  list: () =>
    queryOptions({
      queryKey: all,
      // They change rarely, and changes of this user invalidate them.
      staleTime: 300_000,
      queryFn: ({ signal }) => call({ path: PATH, schema: views, signal }),
    }),

  /** Creates or replaces the view with this id. */
  store: () =>
    mutationOptions({
      meta,
      mutationFn: ({ id, ...body }: SavedView) => call({ method: 'put', path: `${PATH}/${id}`, body, schema: view }),
    }),

  remove: () =>
    mutationOptions({
      meta,
      mutationFn: ({ id }: Pick<SavedView, 'id'>) =>
        call({ method: 'delete', path: `${PATH}/${id}`, schema: z.undefined() }),
    }),
}
