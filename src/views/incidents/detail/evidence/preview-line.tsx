import { UptimeStrip } from '@/ui/uptime-strip'
import css from './preview-line.module.css'
import type { RowPreview } from './use-row-previews'

/** The content of a piece of evidence, below its title in the tree. */
const PreviewLine = ({ text, isCode, buckets }: RowPreview) => (
  <span className={css.preview} data-code={isCode || undefined}>
    {buckets && <UptimeStrip buckets={buckets} />}
    <bdi>{text}</bdi>
  </span>
)
export default PreviewLine
