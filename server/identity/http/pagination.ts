import { z } from 'zod'
import { endpointAddress, type Exchange } from './exchange'

// Pagination as in the protocol: `page_size` and `page_token`, or `per_page` and `page` from older clients. Values that
// are not numbers are ignored; values that are too large count as the maximum.

type PageRange = { limit: number; offset: number }

const PER_PAGE = 250
const MOST_PER_PAGE = 1000
const MOST_PAGES = 1_000_000

const token = z.object({ page: z.int().min(0).max(MOST_PAGES) })

export function readPageRange({ query }: Exchange): PageRange {
  const isByToken = query.has('page_size') || query.has('page_token')
  const limit = within(1, MOST_PER_PAGE, query.get(isByToken ? 'page_size' : 'per_page')) ?? PER_PAGE
  const page = isByToken ? readToken(query.get('page_token')) : within(0, MOST_PAGES, query.get('page'))
  return { limit, offset: (page ?? 0) * limit }
}

/** The total count, and links to the first, last, previous and next page. */
export function pageHeaders(exchange: Exchange, path: string, { limit, offset }: PageRange, total: number) {
  const page = offset / limit
  const last = Math.max(0, Math.ceil(total / limit) - 1)
  const linkTo = (rel: string, at: number) => {
    const size = String(limit)
    const query = { page_size: size, page_token: newToken(at), per_page: size, page: String(at) }
    return `<${endpointAddress(exchange, path, query)}>; rel="${rel}"`
  }
  const links = [
    linkTo('first', 0),
    ...(page > 0 ? [linkTo('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [linkTo('next', page + 1)] : []),
    linkTo('last', last),
  ]
  return { 'X-Total-Count': String(total), Link: links.join(',') }
}

const within = (least: number, most: number, text: string | null): number | undefined =>
  text !== null && /^-?\d{1,15}$/.test(text) ? Math.min(most, Math.max(least, Number(text))) : undefined

/** Opaque to clients. */
const newToken = (page: number) => Buffer.from(JSON.stringify({ page })).toString('base64url')

function readToken(text: string | null): number | undefined {
  try {
    return token.safeParse(JSON.parse(Buffer.from(text ?? '', 'base64url').toString())).data?.page
  } catch {
    return undefined
  }
}
