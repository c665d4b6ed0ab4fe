import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { catalog, type ConfigItem } from '../../../../api/catalog'
import { documentText } from '../../../../api/config-document'
import { formatRange, type LineRange, nameOfLines } from '../../../../lib/document-lines'
import { formatCount } from '../../../../lib/format'
import type { KeptLines } from '../../../../lib/evidence-lines'
import { linesIn } from '../../../../lib/line-text'
import { paths } from '../../../../lib/paths'
import { PageLink } from '../../../../ui/page-link'
import { QueryState } from '../../../shell/query/query-state'
import css from './evidence.module.css'

/** Lines before and after what was chosen. */
const AROUND = 3

type Props = { configId: string; name: string; kept: KeptLines }

/** Lines of a document as they were, among those around them now, and whether they still read so. */
export function DocumentLines({ configId, name, kept }: Props) {
  const query = useQuery(catalog.byId(configId))
  return (
    <QueryState
      query={query}
      what="the document"
      as="part"
      gone={
        <>
          <p className={css.quiet}>{`${name} is gone. These are its lines as they were.`}</p>
          <Lines label={labelOf(name, kept)} lines={[...kept.lines].map(asKept)} />
        </>
      }
    >
      {(item) => <InDocument item={item} name={name} kept={kept} />}
    </QueryState>
  )
}

const labelOf = (name: string, kept: KeptLines) => nameOfLines(kept, name)

function InDocument({ item, name, kept }: { item: ConfigItem; name: string; kept: KeptLines }) {
  const text = useQuery(documentText(item, kept.format))
  const { range } = kept
  const shown = useMemo(() => text.data !== undefined && withContext(text.data, kept), [text.data, kept])
  const { format } = kept
  return (
    <>
      <p className={css.facts}>
        <PageLink
          href={`${paths.config(item.id)}?${format === 'yaml' ? '' : `format=${format}&`}lines=${formatRange(range)}`}
          className={css.link}
        >
          <bdi>{labelOf(name, kept)}</bdi>
        </PageLink>
      </p>
      <QueryState query={text} what="the document" as="part">
        {() =>
          shown && (
            <>
              {shown.others > 0 && (
                <p className={css.warn}>
                  {`The document has changed since: ${formatCount(shown.others, 'of these lines reads', 'of these lines read')} otherwise now. Shown is what was kept.`}
                </p>
              )}
              <Lines label={labelOf(name, kept)} lines={shown.lines} />
            </>
          )
        }
      </QueryState>
    </>
  )
}

type Line = { number: number; text: string; isKept: boolean }

const asKept = ([number, text]: readonly [number, string]): Line => ({ number, text, isKept: true })

/** What was kept with the lines around it; alone where the document reads otherwise now, since its lines have moved. */
function withContext(document: string, kept: KeptLines): { lines: readonly Line[]; others: number } {
  const { from, to } = kept.range
  const around: LineRange = { from: Math.max(1, from - AROUND), to: to + AROUND }
  const now = linesIn(document, around)
  const others = [...kept.lines].filter(([number, text]) => now.get(number) !== text).length
  if (others > 0) return { lines: [...kept.lines].map(asKept), others }
  return { lines: [...now].map(([number, text]) => ({ number, text, isKept: kept.lines.has(number) })), others }
}

const Lines = ({ label, lines }: { label: string; lines: readonly Line[] }) => (
  // Scrolled by keys, so it takes focus.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div role="group" aria-label={label} tabIndex={0} className={css.scroller}>
    <table className={css.lines}>
      <tbody>
        {lines.map(({ number, text, isKept }, at) => (
          <tr key={number} data-kept={isKept || undefined} data-gap={isGap(lines, at) || undefined}>
            <th scope="row">
              {number}
              {isKept && <span className="visually-hidden"> chosen</span>}
            </th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Whether lines are left out before it. */
const isGap = (lines: readonly Line[], at: number) => at > 0 && lines[at]?.number !== (lines[at - 1]?.number ?? 0) + 1
