import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { handoverQuery } from '@/api/incidents/handover'
import { formatHandover, type Shift } from '@/lib/incidents/handover'
import { buildHandover } from '@/lib/incidents/handover-report'
import { reportToMarkdown } from '@/lib/incidents/post-mortem'
import type { TimeRange } from '@/lib/time/range'
import { resolveRange } from '@/lib/time/resolve'
import { Button } from '@/ui/button'
import { CopyBlock } from '@/ui/copy-block'
import { copyText } from '@/ui/copy-text'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { saveFile } from '@/ui/save-file'
import { useTimeDisplay } from '@/ui/time'
import { announce } from '@/ui/voice'
import type { CommandDialogProps } from '../shared/forms/command-dialog'
import { QueryState } from '../shared/query/query-state'
import css from './handover.module.css'
import { ReportSections } from './report/report-sections'

/** The open work and the events of a shift as a document for the next shift. */
export default function HandoverDialog({ known, onClose }: CommandDialogProps) {
  const { timeZone } = useTimeDisplay()
  const [shift] = useState(() => toShift(known['range'] as TimeRange | undefined, timeZone))
  return (
    <Dialog
      title="Handover"
      size="large"
      actions={
        <Button tone="primary" onPress={() => void onClose()}>
          Done
        </Button>
      }
      onClose={() => void onClose()}
    >
      {shift ? (
        <ShiftHandover shift={shift} timeZone={timeZone} />
      ) : (
        <Notice tone="empty" title="This range is not a shift">
          Choose a range with a start and an end, such as the last 8 hours.
        </Notice>
      )}
    </Dialog>
  )
}

function ShiftHandover({ shift, timeZone }: { shift: Shift; timeZone: string }) {
  const query = useQuery(handoverQuery(shift))
  const [isLogShown, setLogShown] = useState(false)
  const name = `handover-${new Date(shift.to).toISOString().slice(0, 16).replaceAll(':', '')}Z`
  return (
    <QueryState query={query} what="the handover" as="pane">
      {({ source, entries, missing }) => {
        const report = buildHandover(source, shift, timeZone)
        const log = formatHandover(entries, missing, shift, timeZone)
        return (
          <div className={css.handover}>
            <p className={css.actions}>
              <Button autoFocus onPress={() => void copyText(reportToMarkdown(report), 'the handover as Markdown')}>
                Copy as Markdown
              </Button>
              <Button onPress={() => save(`${name}.md`, reportToMarkdown(report), 'text/markdown')}>Download</Button>
            </p>
            <article aria-label="Handover" className={css.document}>
              <p className={css.quiet}>{report.lead}</p>
              <ReportSections sections={report.sections} />
              {report.end && <p className={css.quiet}>{report.end}</p>}
            </article>
            <p className={css.actions}>
              <Button tone="bare" isExpanded={isLogShown} onPress={() => setLogShown(!isLogShown)}>
                Raw log
              </Button>
              {isLogShown && (
                <Button tone="bare" onPress={() => save(`${name}.txt`, log, 'text/plain')}>
                  Download raw log
                </Button>
              )}
            </p>
            {isLogShown && <CopyBlock label="Raw log" code={log} />}
          </div>
        )
      }}
    </QueryState>
  )
}

function save(file: string, text: string, type: string) {
  saveFile(file, text, type)
  announce(`Saved ${file}.`)
}

/** Resolves a range relative to now; undefined for a range without an end. */
function toShift(range: TimeRange | undefined, timeZone: string): Shift | undefined {
  const span = range && resolveRange(range, { now: new Date(), timeZone, log: () => undefined })
  return span?.to && { from: span.from.getTime(), to: span.to.getTime() }
}
