import type { ComponentChildren } from 'preact'
import { asset } from './assets.ts'

const NAVIGATION = [
  { href: '/', name: 'Home' },
  { href: '/banks', name: 'Sources' },
  { href: '/compare', name: 'Compare' },
  { href: '/applicable', name: 'Applicable rate' },
  { href: '/status', name: 'Status' },
  { href: '/docs', name: 'Docs' },
  { href: '/account', name: 'Account' }
]

export interface LayoutProps {
  title: string
  description?: string
  /** The address of the page's entry in the navigation. */
  current?: string
  /** Assets to load as modules, and style sheets besides the common one. */
  scripts?: string[]
  styles?: string[]
  children: ComponentChildren
}

/** The document around the content of a page. It does not depend on the visitor, so that pages can be cached. */
export function Layout ({ title, description, current, scripts = [], styles = [], children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf9f5" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141715" />
        <title>{title === 'Ratebook' ? title : `${title} · Ratebook`}</title>
        {description && <meta name="description" content={description} />}
        <link rel="icon" href={asset('favicon.svg')} type="image/svg+xml" />
        {['style.css', ...styles].map((name) => <link rel="stylesheet" href={asset(name)} />)}
        {scripts.map((name) => <script type="module" src={asset(name)} />)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <div class="wide">
            <a class="brand" href="/">
              <img src={asset('favicon.svg')} width="28" height="28" alt="" />
              Ratebook
            </a>
            <nav aria-label="Main">
              <ul>
                {NAVIGATION.map(({ href, name }) => <li><a href={href} aria-current={href === current ? 'page' : undefined}>{name}</a></li>)}
              </ul>
            </nav>
          </div>
        </header>
        <main id="content" class="wide" tabIndex={-1}>{children}</main>
        <footer class="bottom">
          <div class="wide">
            <p>Figures are shown as their publishers printed them; calculated figures are marked. For information only: check with the source before you rely on a figure.</p>
          </div>
        </footer>
      </body>
    </html>
  )
}
