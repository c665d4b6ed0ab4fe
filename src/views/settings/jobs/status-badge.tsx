import { jobStatusName, jobTone } from '@/lib/settings/job-status'
import { Badge } from '@/ui/badge'

/** The status of a job run. */
export const JobStatusBadge = ({ status }: { status: string | null | undefined }) => (
  <Badge tone={jobTone(status)}>{jobStatusName(status)}</Badge>
)
