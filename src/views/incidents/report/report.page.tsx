import '@/commands/incidents/reports.commands'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useRoute } from 'wouter'
import { postMortem } from '@/api/incidents/post-mortem'
import { incidentPage, incidentsPage } from '@/shared/pages/incidents'
import { type PostMortemSource, buildReport } from '@/lib/incidents/post-mortem'
import { useTimeDisplay } from '@/ui/time'
import { CommandButton } from '../../shared/commands/command-button'
import { IncidentNotFound } from '../incident-not-found'
import { Place } from '../../shared/commands/place'
import { Page } from '../../shared/page/page'
import { QueryState } from '../../shared/query/query-state'
import css from './report.module.css'
import { goBack } from '../../shared/page/back'
import { ReportSections } from './report-sections'

/** The post-mortem of an incident as a printable report. */
export default function ReportView() {
  const [, found] = useRoute(`${incidentsPage.path}/:id/report`)
  const id = found?.id ?? ''
  const query = useQuery(postMortem(id))
  if (query.data) return <Report id={id} source={query.data} />
  return (
    <Page title="Post-mortem" of="incident">
      <QueryState query={query} what="the post-mortem" as="page" gone={<IncidentNotFound />}>
        {() => <IncidentNotFound />}
      </QueryState>
    </Page>
  )
}

function Report({ id, source }: { id: string; source: PostMortemSource }) {
  const { timeZone } = useTimeDisplay()
  const { title, sections } = useMemo(() => buildReport(source, timeZone), [source, timeZone])
  return (
    <Place
      scope="detail"
      of="incident"
      className={css.place}
      target={{ kind: 'incident', id, label: source.title }}
      handlers={{
        'report.print': () => window.print(),
        'detail.back': () => goBack(incidentPage.at(id)),
      }}
    >
      <Page
        title="Post-mortem"
        facts={<span className={css.number}>{source.number}</span>}
        actions={
          <>
            <CommandButton call="report.print" label="Print" />
            <CommandButton call="incident.postmortem?as=markdown" label="Markdown" />
            <CommandButton call="detail.back" tone="bare" label="Back to incident" />
          </>
        }
      >
        {/* Focusable so that it can be scrolled by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={css.paper} role="group" aria-label="Report" tabIndex={0}>
          <article className={css.report}>
            <h2 className={css.title}>
              <bdi>{title}</bdi>
            </h2>
            <ReportSections sections={sections} />
          </article>
        </div>
      </Page>
    </Place>
  )
}
