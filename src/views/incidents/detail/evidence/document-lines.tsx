import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { catalog, type ConfigItem } from '@/api/catalog/catalog'
import { documentText } from '@/api/catalog/config-document'
import { formatLineRange, type LineRange, describeLines } from '@/shared/catalog/document-lines'
import { formatCount } from '@/shared/format'
import type { StoredLines } from '@/lib/incidents/evidence-lines'
import { pickLines } from '@/lib/catalog/line-text'
import { configPage } from '@/shared/pages/catalog'
import { PageLink } from '@/ui/page-link'
import { QueryState } from '@/views/shared/query/query-state'
import css from './evidence.module.css'

/** Number of context lines before and after the stored lines. */
const AROUND = 3

type Props = { configId: string; name: string; kept: StoredLines }

/** The stored lines of a document within their current context, and whether they have changed since. */
export function StoredDocumentLines({ configId, name, kept }: Props) {
  const query = useQuery(catalog.byId(configId))
  return (
    <QueryState
      query={query}
      what="the document"
      as="part"
      gone={
        <>
          <p className={css.quiet}>{`${name} was deleted. Showing the stored lines.`}</p>
          <Lines label={formatLabel(name, kept)} lines={[...kept.lines].map(toStoredLine)} />
        </>
      }
    >
      {(item) => <InDocument item={item} name={name} kept={kept} />}
    </QueryState>
  )
}

const formatLabel = (name: string, kept: StoredLines) => describeLines(kept, name)

function InDocument({ item, name, kept }: { item: ConfigItem; name: string; kept: StoredLines }) {
  const text = useQuery(documentText(item, kept.format))
  const { range } = kept
  const shown = useMemo(() => text.data !== undefined && withContext(text.data, kept), [text.data, kept])
  const { format } = kept
  return (
    <>
      <p className={css.facts}>
        <PageLink
          href={`${configPage.at(item.id)}?${format === 'yaml' ? '' : `format=${format}&`}lines=${formatLineRange(range)}`}
          className={css.link}
        >
          <bdi>{formatLabel(name, kept)}</bdi>
        </PageLink>
      </p>
      <QueryState query={text} what="the document" as="part">
        {() =>
          shown && (
            <>
              {shown.others > 0 && (
                <p className={css.warn}>
                  {`The document has changed: ${formatCount(shown.others, 'of these lines is', 'of these lines are')} different now. Showing the stored lines.`}
                </p>
              )}
              <Lines label={formatLabel(name, kept)} lines={shown.lines} />
            </>
          )
        }
      </QueryState>
    </>
  )
}

type Line = { number: number; text: string; isKept: boolean }

const toStoredLine = ([number, text]: readonly [number, string]): Line => ({ number, text, isKept: true })

/** The stored lines with their current context; without it if the document has changed, since its lines have moved. */
function withContext(document: string, kept: StoredLines): { lines: readonly Line[]; others: number } {
  const { from, to } = kept.range
  const around: LineRange = { from: Math.max(1, from - AROUND), to: to + AROUND }
  const now = pickLines(document, around)
  const others = [...kept.lines].filter(([number, text]) => now.get(number) !== text).length
  if (others > 0) return { lines: [...kept.lines].map(toStoredLine), others }
  return { lines: [...now].map(([number, text]) => ({ number, text, isKept: kept.lines.has(number) })), others }
}

const Lines = ({ label, lines }: { label: string; lines: readonly Line[] }) => (
  // Focusable so that it can be scrolled by keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div role="group" aria-label={label} tabIndex={0} className={css.scroller}>
    <table className={css.lines}>
      <tbody>
        {lines.map(({ number, text, isKept }, at) => (
          <tr key={number} data-kept={isKept || undefined} data-gap={isGap(lines, at) || undefined}>
            <th scope="row">
              {number}
              {isKept && <span className="visually-hidden"> selected</span>}
            </th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Whether lines are omitted before this one. */
const isGap = (lines: readonly Line[], at: number) => at > 0 && lines[at]?.number !== (lines[at - 1]?.number ?? 0) + 1
