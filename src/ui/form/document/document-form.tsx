import { TextLoadError } from '../../editor/editor'
import { lazyComponent } from '../../lazy-component'
import { Skeleton } from '../../skeleton'
import type { DocumentFormProps } from './props'

/**
 * A text that is edited with fields or as code. The text is the source of truth: a field changes only the bytes of its
 * own value (docs/decisions/0046). The code is loaded when the first document form is shown.
 */
export const DocumentForm = lazyComponent<DocumentFormProps>({
  load: () => import('./document-view'),
  pending: ({ label }) => <Skeleton label={`Loading ${label}…`} as="text" lines={6} />,
  failed: ({ label, savedText }, retry) => <TextLoadError what={label} retry={retry} text={savedText} />,
})
