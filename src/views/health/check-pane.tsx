import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { type Check, checks, resultOf, uptimePercent, wordsOf } from '../../api/checks'
import { formatCount, formatDuration, formatPercent } from '../../lib/format'
import type { ShortRange } from '../../lib/time/lists'
import { Button } from '../../ui/button'
import { Kbd } from '../../ui/kbd'
import { Landmark } from '../../ui/landmark'
import { StatusShape } from '../../ui/status'
import { Time, TimeUntil } from '../../ui/time'
import { CommandButton } from '../shell/command-button'
import { CommandMenu } from '../shell/command-menu'
import { icons } from '../shell/icons'
import { Place } from '../shell/place'
import { useLive } from '../shell/stores'
import css from './check-pane.module.css'
import { History } from './history'
import { isOpened } from '../url-state'
import type { Row } from './order'

type Props = {
  id: string
  /** As in the list; absent when it is not there, or no longer. */
  check: Row | undefined
  timeRange: ShortRange
  windowMs: number
  heading: RefObject<HTMLHeadingElement | null>
  onClose(): void
  /** To the next or previous check of the list. */
  onStep(by: number): void
}

const lastWords = { passed: 'Last run passed', failed: 'Last run failed', 'not run': 'Not run' } as const

const POLL_MS = 10_000
/** The newest runs; the whole history has its own screen to come. */
const ROWS = 50

/** One check beside the list: how it is, what it said last, how it has been. */
export function CheckPane({ id, check, timeRange, windowMs, heading, onClose, onStep }: Props) {
  useEffect(() => {
    if (isOpened()) heading.current?.focus()
  }, [heading])
  const refetchInterval = useLive() && POLL_MS
  const detail = useQuery({ ...checks.byId(id), refetchInterval })
  const statuses = useQuery({ ...checks.statuses(id, windowMs, ROWS), refetchInterval })
  const name = check?.name ?? detail.data?.name ?? 'Check'
  const last = statuses.data?.rows[0]
  const words = last && wordsOf(last)
  const isMissing = !check && detail.data === null
  return (
    <Landmark as="section" label={name} className={css.pane}>
      <Place
        scope="detail"
        of="check"
        className={css.inner}
        target={{ kind: 'check', id, label: name }}
        handlers={{
          'detail.back': onClose,
          'detail.next': (count) => onStep(count),
          'detail.previous': (count) => onStep(-count),
        }}
      >
        <header className={css.head}>
          {check && <StatusShape health={check.status} size={12} />}
          <h2 ref={heading} tabIndex={-1} className={css.title}>
            <bdi>{name}</bdi>
          </h2>
          {!isMissing && <CommandButton call="check.run" label={check?.isRunning ? 'Running…' : 'Run now'} />}
          {check && <CommandMenu for={{ kind: 'check', id: check.id, label: check.name }} />}
          <Button tone="bare" label="Close detail" description="Shortcut: Esc" onPress={onClose}>
            {icons.close}
          </Button>
        </header>
        {/* Scrolled by keys, so it takes focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={css.body} role="group" aria-label="Details" tabIndex={0}>
          {isMissing ? (
            <p className={css.note}>This check does not exist, or was deleted.</p>
          ) : (
            <>
              {(detail.data?.description ?? check?.description) && (
                <p className={css.description}>{detail.data?.description ?? check?.description}</p>
              )}
              {words && (
                <figure className={css.message} data-result={resultOf(last)}>
                  <figcaption>
                    {lastWords[resultOf(last)]}, <Time at={last.time} as="ago" />
                  </figcaption>
                  <pre>{words}</pre>
                </figure>
              )}
              {check && <Facts check={check} next={detail.data?.next_runtime ?? undefined} />}
              {detail.error && !detail.data && (
                <p className={css.note}>Details could not be loaded: {detail.error.message}</p>
              )}
              <History id={id} statuses={statuses} timeRange={timeRange} windowMs={windowMs} />
              <p className={css.hint} aria-hidden="true">
                <Kbd caps={[['J'], ['K']]} /> next, previous <Kbd caps={[['Esc']]} /> back to the list
              </p>
            </>
          )}
        </div>
      </Place>
    </Landmark>
  )
}

function Facts({ check, next }: { check: Check; next: string | undefined }) {
  const { uptime, latency, labels } = check
  const percent = uptimePercent(check)
  const tags = Object.entries(labels ?? {})
  return (
    <dl className={css.facts}>
      <Fact name="Uptime">
        {percent === null ? 'Never ran' : formatPercent(percent)}
        {percent !== null && (
          <span className={css.aside}>
            {uptime.passed} passed, {uptime.failed} failed
          </span>
        )}
      </Fact>
      <Fact name="Latency">
        {latency.p95 === undefined ? 'Not measured' : formatDuration(latency.p95)}
        {latency.p99 !== undefined && <span className={css.aside}>p95; p99 {formatDuration(latency.p99)}</span>}
      </Fact>
      <Fact name="Last run">{check.last_runtime ? <Time at={check.last_runtime} /> : 'Never'}</Fact>
      <Fact name="Next run">{next ? <TimeUntil at={next} /> : 'Unknown'}</Fact>
      <Fact name="Transition">{check.last_transition_time ? <Time at={check.last_transition_time} /> : 'Never'}</Fact>
      <Fact name="Severity">{check.severity || 'None'}</Fact>
      <Fact name="Type">{check.type}</Fact>
      <Fact name="Namespace">{check.namespace || 'None'}</Fact>
      <Fact name="Group">{check.canary_name || 'None'}</Fact>
      {tags.length > 0 && (
        <div className={css.wide}>
          <dt>{formatCount(tags.length, 'label')}</dt>
          <dd className={css.labels}>
            {tags.map(([key, value]) => (
              <span key={key} className={css.label}>
                <span className={css.key}>{key}</span> {value}
              </span>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
