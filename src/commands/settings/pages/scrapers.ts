import '../scrapers.commands'
