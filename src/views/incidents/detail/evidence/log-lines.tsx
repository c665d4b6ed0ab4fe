import type { Evidence } from '@/api/incidents/incident'
import { formatCount } from '@/shared/format'
import { formatLineTime } from '@/lib/logs/line'
import { parseLineSearch } from '@/shared/logs/search'
import { logsPath } from '@/shared/pages/logs'
import { writeMembers } from '@/lib/tags'
import { PageLink } from '@/ui/page-link'
import { Time } from '@/ui/time'
import { LineText } from '@/views/logs/shared/line-text'
import css from './evidence.module.css'
import { readStoredLog, paddedLogRange } from './stored-evidence'

const nothingSearched = parseLineSearch('')

/** The log lines stored when they became evidence. */
export function LogLines({ evidence }: { evidence: Evidence }) {
  const { components: component } = evidence
  const lines = readStoredLog(evidence)
  return (
    <>
      {component && (
        <p className={css.facts}>
          <PageLink href={logsPath(component.id, paddedLogRange(lines))} className={css.link}>
            {'Logs of '}
            <bdi>{component.name}</bdi>
          </PageLink>
        </p>
      )}
      {lines.length === 0 ? (
        <p className={css.quiet}>No lines were stored.</p>
      ) : (
        // Focusable so that it can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div role="group" aria-label={formatCount(lines.length, 'log line')} tabIndex={0} className={css.scroller}>
          <ol className={css.log}>
            {lines.map((line) => (
              <li key={line.id}>
                {!Number.isNaN(line.time) && (
                  <span className={css.quiet}>
                    <Time at={formatLineTime(line)} as="precise" />
                  </span>
                )}
                <LineText
                  line={line}
                  search={nothingSearched}
                  lines={1}
                  isOpen
                  isBeside={false}
                  labels={writeMembers(line.labels)}
                />
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  )
}
