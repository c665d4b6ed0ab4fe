import { type KeyboardEvent, useId, useState } from 'react'
import { formatCount } from '@/shared/format'
import { Button } from '../button'
import css from './pager.module.css'
import { endlessPageSizes, type GridView, countPages, pageSizes } from './grid-view'

const count = (n: number) => n.toLocaleString('en')

export type PagerProps = {
  label: string
  view: Pick<GridView, 'pageIndex' | 'pageSize'>
  /** Number of top-level rows on all pages; undefined if unknown. */
  total: number | undefined
  /** Number of top-level rows that are shown. */
  shown: number
  isEndless: boolean
  onPage(index: number): void
  onPageSize(size: number): void
}

/** The position in a paged list, and buttons for other pages. For an endless list, only the page size. */
export default function Pager({
  label,
  view: { pageIndex, pageSize },
  total,
  shown,
  isEndless,
  onPage,
  onPageSize,
}: PagerProps) {
  const sizeId = useId()
  const from = isEndless ? 0 : pageIndex * pageSize
  const pages = total === undefined ? undefined : countPages(total, pageSize)
  const isFirst = pageIndex === 0
  const isLast = pages === undefined ? shown < pageSize : pageIndex >= pages - 1
  const sizes: readonly number[] = isEndless ? endlessPageSizes : pageSizes
  return (
    <div role="group" aria-label={`Pages of ${label}`} className={css.pager}>
      <p className={css.place}>
        {shown === 0
          ? 'No rows'
          : `${count(from + 1)}–${count(from + shown)} of ${total === undefined ? 'many' : count(total)}`}
      </p>
      <label className={css.field} htmlFor={sizeId}>
        Rows per page
        <select
          id={sizeId}
          className={css.select}
          value={pageSize}
          onChange={(e) => onPageSize(Number(e.target.value))}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      {!isEndless && (
        <div className={css.steps}>
          <Step label="First page" path="M8 2 4 5.5 8 9M2.5 2v7" isAtEnd={isFirst} onPress={() => onPage(0)} />
          <Step label="Previous page" path="M7 2 3 5.5 7 9" isAtEnd={isFirst} onPress={() => onPage(pageIndex - 1)} />
          <GoTo page={pageIndex + 1} pages={pages} onPage={onPage} />
          <Step label="Next page" path="M4 2l4 3.5L4 9" isAtEnd={isLast} onPress={() => onPage(pageIndex + 1)} />
          {pages !== undefined && (
            <Step label="Last page" path="M3 2l4 3.5L3 9M8.5 2v7" isAtEnd={isLast} onPress={() => onPage(pages - 1)} />
          )}
        </div>
      )}
    </div>
  )
}

function Step({ label, path, isAtEnd, onPress }: { label: string; path: string; isAtEnd: boolean; onPress(): void }) {
  const end = label === 'First page' || label === 'Previous page' ? 'This is the first page.' : 'This is the last page.'
  return (
    <Button tone="bare" label={label} refusal={isAtEnd ? end : undefined} onPress={onPress} className={css.step}>
      <svg
        width="11"
        height="11"
        viewBox="0 0 11 11"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </Button>
  )
}

/** A page number field. Enter or blur confirms it; numbers out of range are clamped. */
function GoTo({ page, pages, onPage }: { page: number; pages: number | undefined; onPage(index: number): void }) {
  const id = useId()
  const [typed, setTyped] = useState({ page, text: String(page) })
  // Follows page changes made elsewhere.
  if (typed.page !== page) setTyped({ page, text: String(page) })
  const { text } = typed
  const setText = (next: string) => setTyped({ page, text: next })
  const go = () => {
    const entered = Number.parseInt(text, 10)
    const clamped = Number.isNaN(entered) ? page : Math.max(1, Math.min(pages ?? Infinity, entered))
    setText(String(clamped))
    if (clamped !== page) onPage(clamped - 1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go()
  }
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.goTo}>
        Go to page
      </label>
      <input
        id={id}
        className={css.input}
        type="number"
        min={1}
        max={pages}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={go}
      />
      {pages !== undefined && <span>of {formatCount(pages, 'page')}</span>}
    </div>
  )
}
