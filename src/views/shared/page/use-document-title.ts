import { useEffect } from 'react'

/** Names the page in the title of the browser tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | Mission Control`
  }, [title])
}
