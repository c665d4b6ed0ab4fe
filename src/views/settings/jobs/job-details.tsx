import type { ReactNode } from 'react'
import type { JobDetails } from '@/api/settings/job-history'
import css from './jobs.module.css'

/** A part of the details of a job run. */
type DetailPart = { id: string; label: string; panel: ReactNode }

/** The details of a run: its errors first, then its counts of scraped or reconciled resources. */
export function jobDetailParts(details: JobDetails): readonly DetailPart[] {
  const errors = [...new Set(details?.errors)]
  const scraped = Object.entries(details?.scrape_summary ?? {})
  const { summary, incidents } = details ?? {}
  return [
    ...(errors.length > 0 ? [{ id: 'errors', label: 'Errors', panel: <ErrorList errors={errors} /> }] : []),
    ...(scraped.length > 0
      ? [
          {
            id: 'scrape',
            label: 'Scrape Summary',
            panel: <CountTable label="Scrape summary" of="Type" columns={scrapeCounts} rows={scraped} />,
          },
        ]
      : []),
    ...(summary
      ? [
          {
            id: 'reconcile',
            label: 'Reconcile Summary',
            panel: (
              <CountTable
                label="Reconcile summary"
                of="Resources"
                columns={reconcileCounts}
                rows={[['Components', summary]]}
              />
            ),
          },
        ]
      : []),
    ...(incidents
      ? [
          {
            id: 'incidents',
            label: 'Incidents',
            panel: (
              <CountTable label="Incidents" of="Resources" columns={incidentCounts} rows={[['Incidents', incidents]]} />
            ),
          },
        ]
      : []),
  ]
}

const scrapeCounts = ['added', 'updated', 'unchanged'] as const
const reconcileCounts = ['added', 'updated', 'unchanged', 'deleted'] as const
const incidentCounts = ['matched', 'opened', 'closed'] as const

const ErrorList = ({ errors }: { errors: readonly string[] }) => (
  <ul className={css.errors} aria-label="Errors">
    {errors.map((error) => (
      <li key={error}>
        <bdi>{error}</bdi>
      </li>
    ))}
  </ul>
)

type CountTableProps<K extends string> = {
  label: string
  /** The title of the first column. */
  of: string
  columns: readonly K[]
  rows: readonly (readonly [name: string, counts: { [C in K]?: number | null | undefined }])[]
}

const CountTable = <K extends string>({ label, of, columns, rows }: CountTableProps<K>) => (
  <table className={css.table} aria-label={label}>
    <thead>
      <tr>
        <th scope="col">{of}</th>
        {columns.map((column) => (
          <th key={column} scope="col" className={css.count}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, counts]) => (
        <tr key={name}>
          <th scope="row">
            <bdi>{name}</bdi>
          </th>
          {columns.map((column) => (
            <td key={column}>{(counts[column] ?? 0).toLocaleString('en')}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
