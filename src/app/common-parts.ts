// Modules that nearly every page uses. As imports of this file, they become part of the first chunk, in which they
// compress better than in small chunks of their own.
import '../ui/badge'
import '../ui/focusable-selectors'
import '../ui/form/fields/toggle'
import '../ui/status'
import '../ui/tabs'
import '../ui/time-range/range-trigger'
import '../views/shell/list/list-page'
import '../views/shell/list/list-view'
import '../ui/page-link'
import '../views/shell/commands/command-menu'
import '../views/shell/frame/lazy-component'
import '../views/shell/list/detail/use-detail'
