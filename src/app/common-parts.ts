// What nearly every page is made of. Compressed with the rest it is smaller than in files of its own, so it is in the first.
import '../ui/badge'
import '../ui/focusable'
import '../ui/form/fields/toggle'
import '../views/shell/list/list-page'
import '../views/shell/list/list-view'
