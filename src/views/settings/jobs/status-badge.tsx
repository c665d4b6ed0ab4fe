import { jobStatusName } from '@/lib/settings/job-status'
import { StatusBadge } from '@/ui/status-word'

/** The status of a job run. */
export const JobStatusBadge = ({ status }: { status: string | null | undefined }) => (
  <StatusBadge word={jobStatusName(status)} />
)
