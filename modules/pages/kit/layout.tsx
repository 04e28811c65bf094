import type { ComponentChildren } from 'preact'
import { VERSION } from '../../../api/contract/version.ts'
import type { MenuLink } from '../../module.ts'
import { asset } from '../assets.ts'

let links: readonly MenuLink[] = []

/** Sets the links of every page: those of the modules that this process has loaded. */
export function setLinks(all: readonly MenuLink[]): void {
  links = all.toSorted((one, other) => one.place - other.place)
}

let isDemo = false

/** Marks every page as one of a demo. */
export function setDemo(is: boolean): void {
  isDemo = is
}

const linksIn = (part: MenuLink['in']) => links.filter((it) => it.in === part)

interface LayoutProps {
  title: string
  description?: string
  /** The address of the page's entry in the navigation. */
  current?: string
  /** Assets to load as modules, and style sheets besides the common one. */
  scripts?: string[]
  /** The search term. */
  search?: string
  styles?: string[]
  /** The address of the page's Atom feed. */
  feed?: string
  children: ComponentChildren
}

/** The document around the content of a page. It does not depend on the visitor, so that pages can be cached. */
export function Layout({
  title,
  description,
  current,
  scripts = [],
  styles = [],
  search,
  feed,
  children
}: LayoutProps) {
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
        <meta property="og:site_name" content="Ratebook" />
        <meta property="og:type" content="website" />
        <meta property="og:title" content={title} />
        {description && <meta property="og:description" content={description} />}
        <link rel="preload" href={asset('inter.woff2')} as="font" type="font/woff2" crossorigin="anonymous" />
        <link rel="icon" href={asset('favicon.svg')} type="image/svg+xml" />
        {feed && <link rel="alternate" type="application/atom+xml" title={title} href={feed} />}
        {['style.css', ...styles].map((name) => (
          <link rel="stylesheet" href={asset(name)} />
        ))}
        {['search.js', ...scripts].map((name) => (
          <script type="module" src={asset(name)} />
        ))}
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to content
        </a>
        {isDemo && (
          <p class="demo" role="note">
            <strong>Demo.</strong> Its documents are samples that no publisher sent: do not rely on its figures and
            certificates.
          </p>
        )}
        <header class="top">
          <div class="wide">
            <a class="brand" href="/" aria-current={current === '/' ? 'page' : undefined}>
              <img src={asset('favicon.svg')} width="28" height="28" alt="" />
              Ratebook
            </a>
            <button class="plain small menu" popovertarget="menu">
              Menu
            </button>
            <form class="find" role="search" method="get" action="/search">
              <input
                type="search"
                name="q"
                value={search}
                aria-label="Search for a currency, a bank, a country or a rule"
                placeholder="Currency, bank, rule  /"
                maxLength={80}
                autocomplete="off"
                list="found"
              />
              <datalist id="found" />
            </form>
            <nav id="menu" popover="auto" aria-label="Main">
              <ul>
                {linksIn('menu').map(({ href, name }) => (
                  <li>
                    <a href={href} aria-current={href === current ? 'page' : undefined}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        </header>
        <main id="content" class="wide" tabIndex={-1}>
          {children}
        </main>
        <Footer />
      </body>
    </html>
  )
}

function Footer() {
  return (
    <footer class="bottom">
      <div class="wide">
        <ul>
          {linksIn('foot').map(({ href, name }) => (
            <li>
              <a href={href}>{name}</a>
            </li>
          ))}
          <li>Ratebook {VERSION}, Apache-2.0 licence</li>
        </ul>
        <p>
          Figures are shown as their publishers printed them; calculated figures are marked. For information only: check
          with the source before you rely on a figure.
        </p>
      </div>
    </footer>
  )
}
