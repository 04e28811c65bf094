/* eslint-disable */
export interface paths {
    "/api/v1/central-banks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all sources, including those without stored rates
         * @description Available to callers with an API key or a session. An answer costs 1 unit.
         */
        get: operations["getCentralBanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/central-banks/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare one pair across all sources that have it, with statistics
         * @description Available to callers with an API key or a session. An answer costs 1 unit.
         */
        get: operations["getCentralBanksRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen for new tables, corrections and overdue sources (server-sent events)
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/central-bank/{bank}/feed.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest events of a source as a feed (Atom)
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getCentralBankFeedAtom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/official/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get many series at once: any pairs at any sources, as rows, as columns, or as the spread of the sources on each date
         * @description Available to callers with an API key or a session on a paid plan. An answer costs a unit for each pair in a page of JSON, and for a file a unit for each pair and calendar month of each source.
         */
        get: operations["getOfficialSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/central-bank/{bank}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest table of a source, or one pair from it
         * @description Available to callers with an API key or a session. An answer costs 1 unit.
         */
        get: operations["getCentralBankLatest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/central-bank/{bank}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the history of a currency or of a pair: as JSON in pages of 5000 rows, as a file whole
         * @description Available to callers with an API key or a session on a paid plan. An answer costs a unit for a page of JSON, and for a file a unit for each pair and calendar month.
         */
        get: operations["getCentralBankHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/central-bank/{bank}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the dates on which a source has a table
         * @description Available to callers with an API key or a session. An answer costs 1 unit.
         */
        get: operations["getCentralBankAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/central-bank/{bank}/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the table of a source in force on a date, or one pair from it
         * @description Available to callers with an API key or a session on a paid plan. An answer costs 1 unit.
         */
        get: operations["getCentralBankByDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/central-bank/{bank}/{date}/publications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents behind the table in force on a date
         * @description Available to callers with an API key or a session. An answer costs 1 unit.
         */
        get: operations["getCentralBankPublications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/publications/{publication}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the document of a publication, byte for byte
         * @description Available to callers with an API key or a session. An answer costs 1 unit.
         */
        get: operations["getPublicationsDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the archived documents in the order in which they were read
         * @description Available to callers with an API key or a session. An answer costs 1 unit.
         */
        get: operations["getDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/documents/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an archived document, or a range of its bytes
         * @description Available to callers with an API key or a session. An answer costs a unit for each megabyte that is begun.
         */
        get: operations["getDocumentsBySha256"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a signed certificate of a rate, a table or the rate that a law requires, with its documents and the proof that the log has them
         * @description Available to callers with an API key or a session on a paid plan. An answer costs 10 units.
         */
        get: operations["getCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applicable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the official rate that the law of a jurisdiction requires for a purpose and a date, with the rule, its citation and the document
         * @description Available to callers with an API key or a session on a paid plan. An answer costs 1 unit.
         */
        get: operations["getApplicable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applicable/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The applicable rate for each row of a file: CSV, JSON lines or a workbook in, the same file with its own columns out. Columns: date, currency, amount, jurisdiction, purpose, target, rule, side, series, invoice_date, from, to; what a row leaves out is taken from the parameters
         * @description Available to callers with an API key or a session on a paid plan. An answer costs a unit for each row that is not in error.
         */
        post: operations["postApplicableBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applicable/batch/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a file for the batch: the columns as they are read, the first rows, the number of rows and the price
         * @description Available to callers with an API key or a session on a paid plan. An answer costs nothing.
         */
        post: operations["postApplicableBatchPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applicable/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rules that say which official rate a law requires, each with its citation and confidence
         * @description Available to callers with an API key or a session. An answer costs 1 unit.
         */
        get: operations["getApplicableRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/applicable/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one rule with its citation and all fields of its file
         * @description Available to callers with an API key or a session. An answer costs 1 unit.
         */
        get: operations["getApplicableRulesById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/open/central-banks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List how current each source is
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getOpenCentralBanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/open/central-bank/{bank}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest table of a source, or one pair from it, from any web page
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getOpenCentralBankByBank"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/open/geo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller’s country, as the edge proxy reports it, and its currency; null if unknown
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getOpenGeo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/symbols": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the currencies in use and others with stored rates; historical ones on request
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getSymbols"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/currencies/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a currency: its dates as legal tender, its successor with the ratio, its pegs, its periods with several rates, and the sources that quote it
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getCurrenciesByCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current market rate of a pair, in a minimal answer
         * @description Available to callers with an API key. An answer costs 1 unit.
         */
        get: operations["getRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get market rates, current, at an instant, or as a series, or convert an amount. Costs a unit for each target
         * @description Available to callers with an API key or a session; past rates and series to callers with an API key or a session on a paid plan. An answer costs a unit for each target.
         */
        get: operations["getRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/historical-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get chart points of a period (hourly for a day, weekly for a year, else daily) or of a window
         * @description Available to callers with an API key or a session on a paid plan. An answer costs a unit for each target.
         */
        get: operations["getHistoricalRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compat/a/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest table of the European Central Bank’s reference rates, in the format of family A
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getCompatALatest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compat/a/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get all tables in a range of at most one year of the European Central Bank’s reference rates, in the format of family A
         * @description Available to callers with an API key. An answer costs one unit for each calendar month that the range touches.
         */
        get: operations["getCompatAHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compat/a/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest table on or before a date of the European Central Bank’s reference rates, in the format of family A
         * @description Available to callers with an API key. An answer costs 1 unit.
         */
        get: operations["getCompatAByDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compat/b/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest table of the European Central Bank’s reference rates, in the format of family B
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getCompatBLatest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compat/b/timeseries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get all tables in a range of at most one year of the European Central Bank’s reference rates, in the format of family B
         * @description Available to callers with an API key. An answer costs one unit for each calendar month that the range touches.
         */
        get: operations["getCompatBTimeseries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compat/b/convert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Convert an amount at the ECB’s table, newest or of a date, in the format of family B
         * @description Available to everyone; conversions of a date to callers with an API key. An answer costs nothing; conversions of a date 1 unit.
         */
        get: operations["getCompatBConvert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compat/b/fluctuation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the changes of the ECB’s rates between two dates, in the format of family B
         * @description Available to callers with an API key. An answer costs 1 unit.
         */
        get: operations["getCompatBFluctuation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compat/b/symbols": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the currencies of the newest table of the European Central Bank’s reference rates, in the format of family B
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getCompatBSymbols"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compat/b/{date}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest table on or before a date of the European Central Bank’s reference rates, in the format of family B
         * @description Available to callers with an API key. An answer costs 1 unit.
         */
        get: operations["getCompatBByDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compat/c/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest table of the European Central Bank’s reference rates, in the format of family C
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getCompatCLatest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compat/c/currencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the currencies of the newest table of the European Central Bank’s reference rates, in the format of family C
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getCompatCCurrencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/compat/c/{dates}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest table on or before a date, or all tables in a range of at most one year, of the European Central Bank’s reference rates, in the format of family C
         * @description Available to callers with an API key. An answer costs one unit for a date, and for a range one for each calendar month that it touches.
         */
        get: operations["getCompatCByDates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/central-bank/{bank}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest table of a source with raw column names; as a file for logged-in users
         * @description Available to everyone; files to logged-in users. An answer costs nothing; files 1 unit.
         */
        get: operations["getPublicCentralBankByBank"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/central-bank/{bank}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all tables of a source in a window of at most 366 days, one rate for each pair and date. Costs a unit for each pair and calendar month
         * @description Available to logged-in users on a paid plan. An answer costs a unit for each pair and calendar month.
         */
        get: operations["getPublicCentralBankHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a trial key, for programs that can’t register
         * @description Available to everyone. An answer costs nothing.
         */
        post: operations["postAgentKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-up/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a user. The answer is the same for known and unknown addresses; the first log-in returns the first API key
         * @description Available to everyone. An answer costs nothing.
         */
        post: operations["postAuthSignUpEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in. The answer sets a session cookie; the first log-in also returns the first API key of the account
         * @description Available to everyone. An answer costs nothing.
         */
        post: operations["postAuthSignInEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out
         * @description Available to everyone. An answer costs nothing.
         */
        post: operations["postAuthSignOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session; null if no user is logged in
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getAuthGetSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password and end all other sessions
         * @description Available to everyone. An answer costs nothing.
         */
        post: operations["postAuthChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/request-password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a mail with a link to set a new password
         * @description Available to everyone. An answer costs nothing.
         */
        post: operations["postAuthRequestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with the token from the mailed link, and end all sessions
         * @description Available to everyone. An answer costs nothing.
         */
        post: operations["postAuthResetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Confirm an e-mail address with the token from the mailed link, and redirect to the log-in page
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getAuthVerifyEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account: user, plan and used units
         * @description Available to logged-in users. An answer costs nothing.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the usage since a date, by day (UTC) and endpoint
         * @description Available to logged-in users. An answer costs nothing.
         */
        get: operations["getAccountUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of the account, newest first
         * @description Available to logged-in users. An answer costs nothing.
         */
        get: operations["getAccountKeys"];
        put?: never;
        /**
         * Create a key; it is shown only once
         * @description Available to logged-in users. An answer costs nothing.
         */
        post: operations["postAccountKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disable a key permanently
         * @description Available to logged-in users. An answer costs nothing.
         */
        delete: operations["deleteAccountKeysById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks of the account, newest first
         * @description Available to logged-in users. An answer costs nothing.
         */
        get: operations["getAccountWebhooks"];
        put?: never;
        /**
         * Create a webhook, to which events are posted from now on
         * @description Available to logged-in users. An answer costs nothing.
         */
        post: operations["postAccountWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the last 20 deliveries of a webhook, newest first
         * @description Available to logged-in users. An answer costs nothing.
         */
        get: operations["getAccountWebhooksDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/webhooks/{id}/{action}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test, disable or enable a webhook, or replace its secret
         * @description Available to logged-in users. An answer costs nothing.
         */
        post: operations["postAccountWebhooksByAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook with its deliveries
         * @description Available to logged-in users. An answer costs nothing.
         */
        delete: operations["deleteAccountWebhooksById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this API description (OpenAPI 3.1)
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getOpenapiJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a short summary of the service for language models
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getLlmsTxt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the size and the root of the log of everything that was loaded, as a signed note with the cosignatures of its witnesses (C2SP tlog-checkpoint)
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getLogCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/consistency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the proof that the log still begins with an earlier checkpoint (RFC 6962, section 2.1.2)
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getLogConsistency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/tile/{level}/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tile of the log’s tree, or a bundle of its entries (C2SP tlog-tiles)
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getLogTileByIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public keys that sign certificates and checkpoints, including earlier ones (RFC 7517)
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getWellKnownJwksJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/add-checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a checkpoint of a log countersigned for which this service is a witness (C2SP tlog-witness)
         * @description Available to everyone. An answer costs nothing.
         */
        post: operations["postAddCheckpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process is running
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getHealthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service can answer requests with a key: the database is available, takes writes, and its schema is that of this version. Answers 503 until then
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getReadyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get metrics for Prometheus: requests, runs, rows and the age of each source
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a Model Context Protocol message: tools for language models, over streamable HTTP without sessions
         * @description Available to everyone, and more to callers with an API key. An answer costs for callers with a key, what the endpoint of the tool costs; nothing for a tool that needs no key.
         */
        post: operations["postMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdmx/2.1/data/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get data in SDMX 2.1: /data/{flow}/{key}
         * @description Available to callers with an API key or a session on a paid plan. An answer costs a unit for each series and calendar month, or each figure of a longer period, between the first and last date in the window; at most one for each figure that firstNObservations and lastNObservations ask for, and one without figures.
         */
        get: operations["getSdmx21DataByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdmx/2.1/availableconstraint/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the codes and dates for which a key has data, their number, and the price of the data, in SDMX 2.1
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getSdmx21AvailableconstraintByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdmx/2.1/schema/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the XML schema of the structure-specific data of a flow in SDMX 2.1
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getSdmx21SchemaByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdmx/2.1/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get structures in SDMX 2.1: /{type}/{agency}/{id}/{version}/{item}
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getSdmx21ByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdmx/3.0/data/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get data in SDMX 3.0: /data/dataflow/{agency}/{flow}/{version}/{key}
         * @description Available to callers with an API key or a session on a paid plan. An answer costs a unit for each series and calendar month, or each figure of a longer period, between the first and last date in the window; at most one for each figure that firstNObservations and lastNObservations ask for, and one without figures.
         */
        get: operations["getSdmx30DataByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdmx/3.0/availability/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the codes and dates for which a key has data, their number, and the price of the data, in SDMX 3.0
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getSdmx30AvailabilityByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdmx/3.0/schema/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the XML schema of the structure-specific data of a flow in SDMX 3.0
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getSdmx30SchemaByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sdmx/3.0/structure/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get structures in SDMX 3.0: /structure/{type}/{agency}/{id}/{version}/{item}
         * @description Available to everyone. An answer costs nothing.
         */
        get: operations["getSdmx30StructureByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The error. Errors are JSON in this shape, whatever format the request asked for. */
        Error: {
            /**
             * @description The error, and how to change the request.
             * @example bank: expected the code of a source: 2 to 20 characters of a-z, 0-9, _ and -
             */
            error: string;
            /**
             * @description The kind of error, for programs. The meaning of a code never changes.
             * @example invalid_parameter
             * @enum {string}
             */
            code: "invalid_parameter" | "unknown_currency" | "unknown_parameter" | "invalid_body" | "invalid_request" | "key_missing" | "key_invalid" | "login_required" | "wrong_credentials" | "address_not_confirmed" | "plan_required" | "operator_required" | "not_shared" | "signature_unknown" | "wrong_origin" | "not_found" | "unknown_path" | "unknown_source" | "pair_not_covered" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "conflict" | "price_not_accepted" | "body_too_large" | "answer_too_large" | "url_too_long" | "unsupported_media_type" | "range_not_satisfiable" | "not_consistent" | "rate_limited" | "allowance_used_up" | "headers_too_large" | "internal_error" | "not_implemented" | "no_fresh_rate" | "unavailable" | "busy" | "not_ingested" | "query_timeout";
            /**
             * Format: uri
             * @description The documentation of the endpoint, or of the API.
             * @example https://example.org/docs/getCentralBankLatest
             */
            docs?: string;
            /**
             * Format: uuid
             * @description For an internal error: the id under which it is logged.
             */
            id?: string;
        };
    };
    responses: {
        /** @description A parameter is invalid: the message names it and says what it accepts. Codes: `invalid_parameter`, `unknown_currency`, `unknown_parameter`, `invalid_body`, `invalid_request`. */
        Error400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key or the session is missing, unknown or no longer valid. Codes: `key_missing`, `key_invalid`, `login_required`, `wrong_credentials`. */
        Error401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The plan does not include this, or the request comes from a page of another origin. Codes: `address_not_confirmed`, `plan_required`, `operator_required`, `not_shared`, `signature_unknown`, `wrong_origin`. */
        Error403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is nothing under this name, or no such rate. Codes: `not_found`, `unknown_path`, `unknown_source`, `pair_not_covered`. */
        Error404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The endpoint has none of the media types that the caller accepts. Codes: `not_acceptable`. */
        Error406: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The current state does not allow this. Codes: `conflict`, `price_not_accepted`. */
        Error409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large, or the answer would be. Codes: `body_too_large`, `answer_too_large`. */
        Error413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body has an unsupported media type. Codes: `unsupported_media_type`. */
        Error415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request failed. Codes: `range_not_satisfiable`. */
        Error416: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is as expected, but what it claims is not proven. Codes: `not_consistent`. */
        Error422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The units of the account are used up, or a rate limit is reached. Codes: `rate_limited`, `allowance_used_up`. */
        Error429: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An internal error, logged under the id. Codes: `internal_error`. */
        Error500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service does not have this part of the protocol. Codes: `not_implemented`. */
        Error501: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An upstream service failed. Codes: `no_fresh_rate`. */
        Error502: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service is not available at the moment. Codes: `unavailable`, `busy`, `not_ingested`. */
        Error503: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The query exceeds the time limit of the database. Request less data. Codes: `query_timeout`. */
        Error504: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The version of the answer. Send it back as If-None-Match to get 304 while the answer is unchanged. */
        ETag: string;
        /** @description The number of seconds to wait before the next request. */
        "Retry-After": number;
        /** @description The units that the account may use, in a month or in total, depending on its plan. */
        "X-Monthly-Limit": number;
        /** @description The units that the account has used. */
        "X-Monthly-Used": number;
        /** @description When the units reset, or on a trial end, as an ISO 8601 time; `never` if neither. */
        "X-Monthly-Resets": string;
        /** @description The number of requests that the caller may send in a minute. */
        "X-RateLimit-Limit": number;
        /** @description The number of requests left in this minute. */
        "X-RateLimit-Remaining": number;
        /** @description When the next minute begins: a Unix time in seconds. */
        "X-RateLimit-Reset": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getCentralBanks: {
        parameters: {
            query?: {
                /** @description The format of the answer. */
                format?: "json" | "csv" | "xml" | "xlsx" | "ndjson" | "parquet";
                /** @description Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject. */
                bom?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        banks: {
                            /**
                             * @description The code of the source.
                             * @example ecb
                             */
                            code: string;
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            name: string;
                            /**
                             * @description The country code (ISO 3166-1); EU for the euro area, XX for an institution of several countries.
                             * @example EU
                             */
                            country: string;
                            /**
                             * @description The home currency.
                             * @example EUR
                             */
                            home_ccy: string;
                            /**
                             * @description The kind of institution: central_bank, monetary_authority, tax_authority, customs_authority, treasury, commercial_bank, international, or composite.
                             * @example central_bank
                             */
                            kind: string;
                            /**
                             * @description The rate types of the source. A pair uses the first one that has it.
                             * @example [
                             *       "reference"
                             *     ]
                             */
                            rate_types: string[];
                            latest_date: string | null;
                            /**
                             * @description The number of dates with a stored table.
                             * @example 7000
                             */
                            days_of_history: number;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            source_url: string;
                            /**
                             * @description The meaning of a rate’s date: the day on which the rate was made, the first day on which it is effective, or the period that it covers.
                             * @example made
                             * @enum {string}
                             */
                            dated: "made" | "effective" | "period";
                            /**
                             * @description When the newest table is normally published, in the time zone of the source; null if not known.
                             * @example 16:00
                             */
                            publishes: string | null;
                            /**
                             * @description Omitted rows with the reason, and other facts that a user of the figures needs.
                             * @example Gold is printed per gram and stored per troy ounce.
                             */
                            notes: string | null;
                            /**
                             * @description The use that the publisher’s terms allow; null if unknown.
                             * @example The rates are for information only.
                             */
                            terms: string | null;
                            /**
                             * @description The evidence for the adapter: a recorded answer, the publisher’s documentation, or a public description. Null if Ratebook itself is the source.
                             * @example recording
                             */
                            verified: ("recording" | "documentation" | "description") | null;
                            /** @description The endpoints of this source. */
                            endpoints: {
                                latest: string;
                                /** @description Replace {date} with a date. */
                                by_date: string;
                                history: string;
                            };
                        }[];
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getCentralBanksRates: {
        parameters: {
            query: {
                /** @description The currency that is priced: the rate is for one unit of it. Needs `target`. */
                source: string;
                /** @description The currency in which the rate is expressed. Needs `source`. */
                target: string;
                /** @description A rate type, or `comparable` for the daily middle and reference rates alone. The default is the first type of each source that has the pair. */
                type?: string;
                /** @description Counts commercial banks in the statistics, which are otherwise over official publishers. */
                include?: "commercial_banks";
                /** @description The format of the answer. */
                format?: "json" | "csv" | "xml" | "xlsx" | "ndjson" | "parquet";
                /** @description Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject. */
                bom?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The requested source currency: the rate is for one unit of it.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The requested target currency, in which the rate is expressed.
                         * @example USD
                         */
                        target: string;
                        /**
                         * Format: date
                         * @description The newest date in the list.
                         * @example 2026-03-17
                         */
                        as_of: string;
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        count: number;
                        banks: {
                            /**
                             * @description The code of the source.
                             * @example ecb
                             */
                            code: string;
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            name: string;
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 1.0834
                             */
                            rate: number;
                            /**
                             * Format: date
                             * @description The date of the table.
                             * @example 2026-03-17
                             */
                            rate_date: string;
                            /**
                             * @description The rate type, such as reference, buy or monthly_average.
                             * @example reference
                             */
                            rate_type: string;
                            /**
                             * @description False if the publication prints this rate; true if Ratebook calculated it.
                             * @example false
                             */
                            derived: boolean;
                            /**
                             * @description How the rate came about: as published, one divided by the published rate, a cross over the home currency, a composite of several sources, or restated in a later unit.
                             * @example published
                             * @enum {string}
                             */
                            method: "published" | "inverse" | "cross" | "composite" | "restated";
                            /**
                             * @description True if the table is more than 30 days old, or if there is no table.
                             * @example false
                             */
                            stale: boolean;
                            /**
                             * @description The kind of institution: central_bank, monetary_authority, tax_authority, customs_authority, treasury, commercial_bank, international, or composite.
                             * @example central_bank
                             */
                            kind: string;
                            /**
                             * @description The rates with which a rate can be compared: `daily` middle and reference rates, `sides` (buying and selling rates), those of `commercial` banks, those for `periods` of a week or longer, or `stale` ones.
                             * @example daily
                             * @enum {string}
                             */
                            group: "daily" | "sides" | "commercial" | "periods" | "stale";
                            valid_from?: string | null;
                            valid_to?: string | null;
                            /**
                             * @description Why the rate may be far from the others, if it is and the reason is known: several rates stand side by side.
                             * @example CUP: 24 for a dollar, and 120 for persons.
                             */
                            reason?: string | null;
                        }[];
                        /** @description Statistics over the daily middle and reference rates. Where there are none, and for a `type`, over all that are not stale; null if all are stale. */
                        stats: {
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 1.0834
                             */
                            min: number;
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 1.0834
                             */
                            max: number;
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 1.0834
                             */
                            median: number;
                            /**
                             * @description The highest rate minus the lowest, in basis points of the median.
                             * @example 12.5
                             */
                            spread_bps: number;
                            /**
                             * @description The number of items.
                             * @example 1
                             */
                            banks_in_stats: number;
                        } | null;
                        /** @description The same for each group of rates. */
                        groups: {
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 1.0834
                             */
                            min: number;
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 1.0834
                             */
                            max: number;
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 1.0834
                             */
                            median: number;
                            /**
                             * @description The highest rate minus the lowest, in basis points of the median.
                             * @example 12.5
                             */
                            spread_bps: number;
                            /**
                             * @description The number of items.
                             * @example 1
                             */
                            banks_in_stats: number;
                            /** @enum {string} */
                            group: "daily" | "sides" | "commercial" | "periods";
                        }[];
                        /** @description The pegs, the times with several rates side by side, and the new units of the currencies, and the figures that are unusual, up to 100. */
                        notes?: {
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            currency: string;
                            /**
                             * @description A peg, a time with several rates side by side, a new unit under another code, one under the same code, or a served figure that is unusual.
                             * @example peg
                             * @enum {string}
                             */
                            kind: "peg" | "regime" | "redenomination" | "unit" | "doubt";
                            /**
                             * Format: date
                             * @description The first day.
                             * @example 2026-03-17
                             */
                            since: string;
                            until: string | null;
                            /**
                             * @description The note in words.
                             * @example Replaced by TRY: 1000000 TRL for one TRY.
                             */
                            note: string;
                            /**
                             * @description False if no document that says so was read.
                             * @example true
                             */
                            verified: boolean;
                        }[];
                        /** @description How the rates and the statistics were obtained. */
                        methodology: string;
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description Sends only the events of these sources. */
                bank?: string;
                /** @description Sends only events of these kinds: `table`, `correction`, `overdue`. */
                kind?: string;
                /** @description Begins after the event with this id, like the header `Last-Event-ID`, which browsers send when they reconnect. The default is to send only new events. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getCentralBankFeedAtom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The code of a source, as listed by /api/v1/central-banks. */
                bank: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/atom+xml": unknown;
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getOfficialSeries: {
        parameters: {
            query: {
                /** @description The codes of the sources, separated by commas. The default is every source that has one of the pairs. */
                banks?: string;
                /** @description The pairs, separated by commas: EUR/USD is the price of one euro in dollars. */
                pairs: string;
                /** @description The first date. The default is one year before `to`. */
                from?: string;
                /** @description The last date. The default is today (UTC). */
                to?: string;
                /** @description long: a row for each rate, series by series. wide: a row for each date with a column for each series. */
                shape?: "long" | "wide";
                /** @description Set to true for a row for each date and pair with the lowest, the highest and the median rate of the sources and the difference between them. */
                spread?: "true" | "false";
                /** @description A rate type. Sources without it are left out. The default is for each source the first of its rate types that has the pair. */
                type?: string;
                /** @description Returns the rates as they were known at this instant, without later corrections and additions. */
                as_of?: string;
                /** @description With successor, rates of the currencies and of those that they replaced are restated in the currencies of today. */
                convert?: "successor";
                /** @description The start of the page, from `next_cursor` of the previous answer. */
                cursor?: string;
                /** @description Returns one figure for each week (from Monday), month, quarter or year instead of each date. Every such figure is derived. */
                group?: "week" | "month" | "quarter" | "year";
                /** @description The figure of a period: the average of its rates (the default), the last, the first, the lowest or the highest. Needs `group`. */
                stat?: "average" | "end" | "start" | "min" | "max";
                /** @description Rounds the figures of periods to this number of decimals, half away from zero. By default an average has the digits of a double. Needs `group`. */
                round?: string;
                /** @description The format of the answer. */
                format?: "json" | "csv" | "xml" | "xlsx" | "ndjson" | "parquet";
                /** @description Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject. */
                bom?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date
                         * @description The first requested date.
                         * @example 2026-03-17
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description The last requested date.
                         * @example 2026-03-17
                         */
                        to: string;
                        /**
                         * @description The length of a period.
                         * @example month
                         * @enum {string}
                         */
                        group?: "week" | "month" | "quarter" | "year";
                        /**
                         * @description True: Ratebook calculated the figure from the rates of the period.
                         * @constant
                         */
                        derived?: true;
                        /**
                         * @description How the figure was calculated.
                         * @example average
                         * @enum {string}
                         */
                        method?: "average" | "end" | "start" | "min" | "max";
                        /**
                         * @description The number of decimals that the figures were rounded to; null if they were not.
                         * @example 4
                         */
                        round?: number | null;
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        count: number;
                        /**
                         * @description True if there are more items than this answer contains; the Link header, if present, points to the next page.
                         * @example false
                         */
                        truncated: boolean;
                        /**
                         * @description The cursor of the next page; null if there is none.
                         * @example ecb.EUR.USD.2026-03-17
                         */
                        next_cursor: string | null;
                        rates: {
                            /**
                             * @description The code of the source.
                             * @example ecb
                             */
                            bank: string;
                            /**
                             * Format: date
                             * @description The date of the table.
                             * @example 2026-03-17
                             */
                            rate_date?: string;
                            /**
                             * Format: date
                             * @description The first day of the period.
                             * @example 2026-03-17
                             */
                            period?: string;
                            /**
                             * @description The currency that is priced: the rate is for one unit of it.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which the base is priced.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * @description The rate type, such as reference, buy or monthly_average.
                             * @example reference
                             */
                            type: string;
                            /**
                             * @description The published value with all its digits, for one unit of base.
                             * @example 1.0834
                             */
                            value: number;
                            /**
                             * @description False if the publication prints this rate; true if Ratebook calculated it.
                             * @example false
                             */
                            derived: boolean;
                            /**
                             * @description How the rate came about: as published, one divided by the published rate, a cross over the home currency, a composite of several sources, or restated in a later unit.
                             * @example published
                             * @enum {string}
                             */
                            method: "published" | "inverse" | "cross" | "composite" | "restated" | "average" | "end" | "start" | "min" | "max";
                            /**
                             * @description The number of dates in the period that have a rate.
                             * @example 20
                             */
                            days?: number;
                            /**
                             * Format: date
                             * @description The first of these dates.
                             * @example 2026-03-17
                             */
                            first_date?: string;
                            /**
                             * Format: date
                             * @description The last of these dates.
                             * @example 2026-03-17
                             */
                            last_date?: string;
                            /**
                             * @description The factor by which the rate of the table was multiplied, with convert=successor.
                             * @example 1000000
                             */
                            ratio?: number;
                        }[];
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    } | {
                        /**
                         * Format: date
                         * @description The first requested date.
                         * @example 2026-03-17
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description The last requested date.
                         * @example 2026-03-17
                         */
                        to: string;
                        /**
                         * @description The length of a period.
                         * @example month
                         * @enum {string}
                         */
                        group?: "week" | "month" | "quarter" | "year";
                        /**
                         * @description True: Ratebook calculated the figure from the rates of the period.
                         * @constant
                         */
                        derived?: true;
                        /**
                         * @description How the figure was calculated.
                         * @example average
                         * @enum {string}
                         */
                        method?: "average" | "end" | "start" | "min" | "max";
                        /**
                         * @description The number of decimals that the figures were rounded to; null if they were not.
                         * @example 4
                         */
                        round?: number | null;
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        count: number;
                        /**
                         * @description True if there are more items than this answer contains; the Link header, if present, points to the next page.
                         * @example false
                         */
                        truncated: boolean;
                        /**
                         * @description The cursor of the next page; null if there is none.
                         * @example ecb.EUR.USD.2026-03-17
                         */
                        next_cursor: string | null;
                        /** @description The series, in the order of the columns. */
                        series: {
                            /**
                             * @description The name of the series in the rows.
                             * @example ecb_EUR_USD_reference
                             */
                            column: string;
                            /**
                             * @description The code of the source.
                             * @example ecb
                             */
                            bank: string;
                            /**
                             * @description The currency that is priced: the rate is for one unit of it.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which the base is priced.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * @description The rate type, such as reference, buy or monthly_average.
                             * @example reference
                             */
                            type: string;
                            /**
                             * @description False if the publication prints this rate; true if Ratebook calculated it.
                             * @example false
                             */
                            derived: boolean;
                            /**
                             * @description The number of items.
                             * @example 1
                             */
                            count: number;
                            /**
                             * Format: date
                             * @description The first date with a rate.
                             * @example 2026-03-17
                             */
                            first_date: string;
                            /**
                             * Format: date
                             * @description The last date with a rate.
                             * @example 2026-03-17
                             */
                            last_date: string;
                        }[];
                        rates: ({
                            /**
                             * Format: date
                             * @description The date of the table.
                             * @example 2026-03-17
                             */
                            rate_date?: string;
                            /**
                             * Format: date
                             * @description The first day of the period.
                             * @example 2026-03-17
                             */
                            period?: string;
                        } & {
                            [key: string]: number | null;
                        })[];
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    } | {
                        /**
                         * Format: date
                         * @description The first requested date.
                         * @example 2026-03-17
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description The last requested date.
                         * @example 2026-03-17
                         */
                        to: string;
                        /**
                         * @description The length of a period.
                         * @example month
                         * @enum {string}
                         */
                        group?: "week" | "month" | "quarter" | "year";
                        /**
                         * @description True: Ratebook calculated the figure from the rates of the period.
                         * @constant
                         */
                        derived?: true;
                        /**
                         * @description How the figure was calculated.
                         * @example average
                         * @enum {string}
                         */
                        method?: "average" | "end" | "start" | "min" | "max";
                        /**
                         * @description The number of decimals that the figures were rounded to; null if they were not.
                         * @example 4
                         */
                        round?: number | null;
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        count: number;
                        /**
                         * @description True if there are more items than this answer contains; the Link header, if present, points to the next page.
                         * @example false
                         */
                        truncated: boolean;
                        /**
                         * @description The cursor of the next page; null if there is none.
                         * @example ecb.EUR.USD.2026-03-17
                         */
                        next_cursor: string | null;
                        spreads: {
                            /**
                             * Format: date
                             * @description The date of the table.
                             * @example 2026-03-17
                             */
                            rate_date?: string;
                            /**
                             * Format: date
                             * @description The first day of the period.
                             * @example 2026-03-17
                             */
                            period?: string;
                            /**
                             * @description The currency that is priced: the rate is for one unit of it.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which the base is priced.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * @description The number of items.
                             * @example 1
                             */
                            banks_in_stats: number;
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 1.0834
                             */
                            min: number;
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 1.0834
                             */
                            max: number;
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 1.0834
                             */
                            median: number;
                            /**
                             * @description The highest rate minus the lowest.
                             * @example 0.0012
                             */
                            spread: number;
                            /**
                             * @description The same in percent of the median, with six decimals.
                             * @example 0.11
                             */
                            spread_percent: number;
                        }[];
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getCentralBankLatest: {
        parameters: {
            query?: {
                /** @description The currency that is priced: the rate is for one unit of it. Needs `target`. */
                source?: string;
                /** @description The currency in which the rate is expressed. Needs `source`. */
                target?: string;
                /** @description A rate type of the source. The default is the first of its rate types that has the pair. */
                type?: string;
                /** @description The format of the answer. */
                format?: "json" | "csv" | "xml" | "xlsx" | "ndjson" | "parquet";
                /** @description Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                /** @description The code of a source, as listed by /api/v1/central-banks. */
                bank: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        bank: string;
                        /**
                         * @description The name of the source.
                         * @example European Central Bank
                         */
                        name: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        rate_date: string;
                        /** @description The published rates, ordered by base, quote and type. */
                        rates: {
                            /**
                             * @description The currency that is priced: the rate is for one unit of it.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which the base is priced.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * @description The rate type, such as reference, buy or monthly_average.
                             * @example reference
                             */
                            type: string;
                            /**
                             * @description The published value with all its digits, for one unit of base.
                             * @example 1.0834
                             */
                            value: number;
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                        /** @description The pegs, the times with several rates side by side, and the new units of the currencies, and the figures that are unusual, up to 100. */
                        notes?: {
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            currency: string;
                            /**
                             * @description A peg, a time with several rates side by side, a new unit under another code, one under the same code, or a served figure that is unusual.
                             * @example peg
                             * @enum {string}
                             */
                            kind: "peg" | "regime" | "redenomination" | "unit" | "doubt";
                            /**
                             * Format: date
                             * @description The first day.
                             * @example 2026-03-17
                             */
                            since: string;
                            until: string | null;
                            /**
                             * @description The note in words.
                             * @example Replaced by TRY: 1000000 TRL for one TRY.
                             */
                            note: string;
                            /**
                             * @description False if no document that says so was read.
                             * @example true
                             */
                            verified: boolean;
                        }[];
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    } | {
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        bank: string;
                        /**
                         * @description The name of the source.
                         * @example European Central Bank
                         */
                        name: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        rate_date: string;
                        /**
                         * @description The requested source currency: the rate is for one unit of it.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The requested target currency, in which the rate is expressed.
                         * @example USD
                         */
                        target: string;
                        /**
                         * @description Units of the target currency for one unit of the source currency.
                         * @example 1.0834
                         */
                        rate: number;
                        /**
                         * @description The rate type, such as reference, buy or monthly_average.
                         * @example reference
                         */
                        rate_type: string;
                        /**
                         * @description False if the publication prints this rate; true if Ratebook calculated it.
                         * @example false
                         */
                        derived: boolean;
                        /**
                         * @description How the rate came about: as published, one divided by the published rate, a cross over the home currency, a composite of several sources, or restated in a later unit.
                         * @example published
                         * @enum {string}
                         */
                        method: "published" | "inverse" | "cross" | "composite" | "restated";
                        valid_from?: string | null;
                        valid_to?: string | null;
                        /** @description The pegs, the times with several rates side by side, and the new units of the currencies, and the figures that are unusual, up to 100. */
                        notes?: {
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            currency: string;
                            /**
                             * @description A peg, a time with several rates side by side, a new unit under another code, one under the same code, or a served figure that is unusual.
                             * @example peg
                             * @enum {string}
                             */
                            kind: "peg" | "regime" | "redenomination" | "unit" | "doubt";
                            /**
                             * Format: date
                             * @description The first day.
                             * @example 2026-03-17
                             */
                            since: string;
                            until: string | null;
                            /**
                             * @description The note in words.
                             * @example Replaced by TRY: 1000000 TRL for one TRY.
                             */
                            note: string;
                            /**
                             * @description False if no document that says so was read.
                             * @example true
                             */
                            verified: boolean;
                        }[];
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getCentralBankHistory: {
        parameters: {
            query?: {
                /** @description A currency that is the base or the quote of published rates. */
                symbol?: string;
                /** @description The currency that is priced: the rate is for one unit of it. Needs `target`. */
                source?: string;
                /** @description The currency in which the rate is expressed. Needs `source`. */
                target?: string;
                /** @description The first date. The default is one year before `to`. */
                from?: string;
                /** @description The last date. The default is today (UTC). */
                to?: string;
                /** @description A rate type of the source. The default is the first of its rate types that has the pair. */
                type?: string;
                /** @description Returns the rates as they were known at this instant, without later corrections and additions. */
                as_of?: string;
                /** @description Skips this number of rows of the first date, which the previous page returned. The `Link` to the next page sets it. */
                skip?: string;
                /** @description With successor, rates of the currencies and of those that they replaced are restated in the currencies of today. */
                convert?: "successor";
                /** @description Returns one figure for each week (from Monday), month, quarter or year instead of each date. Every such figure is derived. */
                group?: "week" | "month" | "quarter" | "year";
                /** @description The figure of a period: the average of its rates (the default), the last, the first, the lowest or the highest. Needs `group`. */
                stat?: "average" | "end" | "start" | "min" | "max";
                /** @description Rounds the figures of periods to this number of decimals, half away from zero. By default an average has the digits of a double. Needs `group`. */
                round?: string;
                /** @description The format of the answer. */
                format?: "json" | "csv" | "xml" | "xlsx" | "ndjson" | "parquet" | "hledger" | "ledger" | "beancount";
                /** @description Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                /** @description The code of a source, as listed by /api/v1/central-banks. */
                bank: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        bank: string;
                        /**
                         * @description The name of the source.
                         * @example European Central Bank
                         */
                        name: string;
                        /**
                         * @description The requested currency.
                         * @example USD
                         */
                        symbol: string;
                        /**
                         * Format: date
                         * @description The first requested date.
                         * @example 2026-03-17
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description The last requested date.
                         * @example 2026-03-17
                         */
                        to: string;
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        count: number;
                        /**
                         * @description True if there are more items than this answer contains; the Link header, if present, points to the next page.
                         * @example false
                         */
                        truncated: boolean;
                        rates: {
                            /**
                             * Format: date
                             * @description The date of the table.
                             * @example 2026-03-17
                             */
                            rate_date: string;
                            /**
                             * @description The currency that is priced: the rate is for one unit of it.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which the base is priced.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * @description The rate type, such as reference, buy or monthly_average.
                             * @example reference
                             */
                            type: string;
                            /**
                             * @description The published value with all its digits, for one unit of base.
                             * @example 1.0834
                             */
                            value: number;
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                        /** @description The pegs, the times with several rates side by side, and the new units of the currencies, and the figures that are unusual, up to 100. */
                        notes?: {
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            currency: string;
                            /**
                             * @description A peg, a time with several rates side by side, a new unit under another code, one under the same code, or a served figure that is unusual.
                             * @example peg
                             * @enum {string}
                             */
                            kind: "peg" | "regime" | "redenomination" | "unit" | "doubt";
                            /**
                             * Format: date
                             * @description The first day.
                             * @example 2026-03-17
                             */
                            since: string;
                            until: string | null;
                            /**
                             * @description The note in words.
                             * @example Replaced by TRY: 1000000 TRL for one TRY.
                             */
                            note: string;
                            /**
                             * @description False if no document that says so was read.
                             * @example true
                             */
                            verified: boolean;
                        }[];
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    } | {
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        bank: string;
                        /**
                         * @description The name of the source.
                         * @example European Central Bank
                         */
                        name: string;
                        /**
                         * @description The requested source currency: the rate is for one unit of it.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The requested target currency, in which the rate is expressed.
                         * @example USD
                         */
                        target: string;
                        /**
                         * Format: date
                         * @description The first requested date.
                         * @example 2026-03-17
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description The last requested date.
                         * @example 2026-03-17
                         */
                        to: string;
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        count: number;
                        /**
                         * @description True if there are more items than this answer contains; the Link header, if present, points to the next page.
                         * @example false
                         */
                        truncated: boolean;
                        rates: {
                            /**
                             * Format: date
                             * @description The date of the table.
                             * @example 2026-03-17
                             */
                            date: string;
                            /**
                             * @description The requested source currency: the rate is for one unit of it.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The requested target currency, in which the rate is expressed.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * @description The rate type, such as reference, buy or monthly_average.
                             * @example reference
                             */
                            type: string;
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 1.0834
                             */
                            value: number;
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 1.0834
                             */
                            rate: number;
                            /**
                             * @description The rate type, such as reference, buy or monthly_average.
                             * @example reference
                             */
                            rate_type: string;
                            /**
                             * @description False if the publication prints this rate; true if Ratebook calculated it.
                             * @example false
                             */
                            derived: boolean;
                            /**
                             * @description How the rate came about: as published, one divided by the published rate, a cross over the home currency, a composite of several sources, or restated in a later unit.
                             * @example published
                             * @enum {string}
                             */
                            method: "published" | "inverse" | "cross" | "composite" | "restated";
                            /**
                             * @description The factor by which the rate of the table was multiplied, with convert=successor.
                             * @example 1000000
                             */
                            ratio?: number;
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                        /** @description The pegs, the times with several rates side by side, and the new units of the currencies, and the figures that are unusual, up to 100. */
                        notes?: {
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            currency: string;
                            /**
                             * @description A peg, a time with several rates side by side, a new unit under another code, one under the same code, or a served figure that is unusual.
                             * @example peg
                             * @enum {string}
                             */
                            kind: "peg" | "regime" | "redenomination" | "unit" | "doubt";
                            /**
                             * Format: date
                             * @description The first day.
                             * @example 2026-03-17
                             */
                            since: string;
                            until: string | null;
                            /**
                             * @description The note in words.
                             * @example Replaced by TRY: 1000000 TRL for one TRY.
                             */
                            note: string;
                            /**
                             * @description False if no document that says so was read.
                             * @example true
                             */
                            verified: boolean;
                        }[];
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    } | {
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        bank: string;
                        /**
                         * @description The name of the source.
                         * @example European Central Bank
                         */
                        name: string;
                        /**
                         * @description The requested currency.
                         * @example USD
                         */
                        symbol?: string;
                        /**
                         * @description The requested source currency: the rate is for one unit of it.
                         * @example EUR
                         */
                        source?: string;
                        /**
                         * @description The requested target currency, in which the rate is expressed.
                         * @example USD
                         */
                        target?: string;
                        /**
                         * Format: date
                         * @description The first requested date.
                         * @example 2026-03-17
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description The last requested date.
                         * @example 2026-03-17
                         */
                        to: string;
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        count: number;
                        /**
                         * @description True if there are more items than this answer contains; the Link header, if present, points to the next page.
                         * @example false
                         */
                        truncated: boolean;
                        /**
                         * @description The length of a period.
                         * @example month
                         * @enum {string}
                         */
                        group: "week" | "month" | "quarter" | "year";
                        /**
                         * @description True: Ratebook calculated the figure from the rates of the period.
                         * @constant
                         */
                        derived: true;
                        /**
                         * @description How the figure was calculated.
                         * @example average
                         * @enum {string}
                         */
                        method: "average" | "end" | "start" | "min" | "max";
                        /**
                         * @description The number of decimals that the figures were rounded to; null if they were not.
                         * @example 4
                         */
                        round: number | null;
                        rates: {
                            /**
                             * Format: date
                             * @description The first day of the period.
                             * @example 2026-03-17
                             */
                            period: string;
                            /**
                             * @description The currency that is priced: the rate is for one unit of it.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which the base is priced.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * @description The rate type, such as reference, buy or monthly_average.
                             * @example reference
                             */
                            type: string;
                            /**
                             * @description The published value with all its digits, for one unit of base.
                             * @example 1.0834
                             */
                            value: number;
                            /**
                             * @description True: Ratebook calculated the figure from the rates of the period.
                             * @constant
                             */
                            derived: true;
                            /**
                             * @description How the figure was calculated.
                             * @example average
                             * @enum {string}
                             */
                            method: "average" | "end" | "start" | "min" | "max";
                            /**
                             * @description The number of dates in the period that have a rate.
                             * @example 20
                             */
                            days: number;
                            /**
                             * Format: date
                             * @description The first of these dates.
                             * @example 2026-03-17
                             */
                            first_date: string;
                            /**
                             * Format: date
                             * @description The last of these dates.
                             * @example 2026-03-17
                             */
                            last_date: string;
                        }[];
                        /** @description The pegs, the times with several rates side by side, and the new units of the currencies, and the figures that are unusual, up to 100. */
                        notes?: {
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            currency: string;
                            /**
                             * @description A peg, a time with several rates side by side, a new unit under another code, one under the same code, or a served figure that is unusual.
                             * @example peg
                             * @enum {string}
                             */
                            kind: "peg" | "regime" | "redenomination" | "unit" | "doubt";
                            /**
                             * Format: date
                             * @description The first day.
                             * @example 2026-03-17
                             */
                            since: string;
                            until: string | null;
                            /**
                             * @description The note in words.
                             * @example Replaced by TRY: 1000000 TRL for one TRY.
                             */
                            note: string;
                            /**
                             * @description False if no document that says so was read.
                             * @example true
                             */
                            verified: boolean;
                        }[];
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                    "text/plain": string;
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getCentralBankAvailability: {
        parameters: {
            query?: {
                /** @description A whole calendar year; overrides `from` and `to`. */
                year?: string;
                /** @description The first date. The default is one year before `to`. */
                from?: string;
                /** @description The last date. The default is today (UTC). */
                to?: string;
                /** @description The format of the answer. */
                format?: "json" | "csv" | "xml" | "xlsx" | "ndjson" | "parquet";
                /** @description Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                /** @description The code of a source, as listed by /api/v1/central-banks. */
                bank: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        bank: string;
                        /**
                         * @description The name of the source.
                         * @example European Central Bank
                         */
                        name: string;
                        /**
                         * Format: date
                         * @description The first requested date.
                         * @example 2026-03-17
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description The last requested date.
                         * @example 2026-03-17
                         */
                        to: string;
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        count: number;
                        /**
                         * @description True if there are more items than this answer contains; the Link header, if present, points to the next page.
                         * @example false
                         */
                        truncated: boolean;
                        /**
                         * @description The dates, ascending.
                         * @example [
                         *       "2026-03-16",
                         *       "2026-03-17"
                         *     ]
                         */
                        dates: string[];
                        /** @description The meaning of a listed date and of a missing one. */
                        note_semantics: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getCentralBankByDate: {
        parameters: {
            query?: {
                /** @description The currency that is priced: the rate is for one unit of it. Needs `target`. */
                source?: string;
                /** @description The currency in which the rate is expressed. Needs `source`. */
                target?: string;
                /** @description A rate type of the source. The default is the first of its rate types that has the pair. */
                type?: string;
                /** @description Returns the rates as they were known at this instant, without later corrections and additions. */
                as_of?: string;
            };
            header?: never;
            path: {
                /** @description The code of a source, as listed by /api/v1/central-banks. */
                bank: string;
                /** @description A date; the answer is the newest table on or before it. */
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        bank: string;
                        /**
                         * @description The name of the source.
                         * @example European Central Bank
                         */
                        name: string;
                        /**
                         * Format: date
                         * @description The requested date.
                         * @example 2026-03-17
                         */
                        requested_date: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        rate_date: string;
                        /**
                         * @description True if the source has a table for exactly this date.
                         * @example true
                         */
                        published_on_requested_date: boolean;
                        /** @description The published rates, ordered by base, quote and type. */
                        rates: {
                            /**
                             * @description The currency that is priced: the rate is for one unit of it.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which the base is priced.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * @description The rate type, such as reference, buy or monthly_average.
                             * @example reference
                             */
                            type: string;
                            /**
                             * @description The published value with all its digits, for one unit of base.
                             * @example 1.0834
                             */
                            value: number;
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                        /** @description The pegs, the times with several rates side by side, and the new units of the currencies, and the figures that are unusual, up to 100. */
                        notes?: {
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            currency: string;
                            /**
                             * @description A peg, a time with several rates side by side, a new unit under another code, one under the same code, or a served figure that is unusual.
                             * @example peg
                             * @enum {string}
                             */
                            kind: "peg" | "regime" | "redenomination" | "unit" | "doubt";
                            /**
                             * Format: date
                             * @description The first day.
                             * @example 2026-03-17
                             */
                            since: string;
                            until: string | null;
                            /**
                             * @description The note in words.
                             * @example Replaced by TRY: 1000000 TRL for one TRY.
                             */
                            note: string;
                            /**
                             * @description False if no document that says so was read.
                             * @example true
                             */
                            verified: boolean;
                        }[];
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    } | {
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        bank: string;
                        /**
                         * @description The name of the source.
                         * @example European Central Bank
                         */
                        name: string;
                        /**
                         * Format: date
                         * @description The requested date.
                         * @example 2026-03-17
                         */
                        requested_date: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        rate_date: string;
                        /**
                         * @description True if the source has a table for exactly this date.
                         * @example true
                         */
                        published_on_requested_date: boolean;
                        /**
                         * @description The requested source currency: the rate is for one unit of it.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The requested target currency, in which the rate is expressed.
                         * @example USD
                         */
                        target: string;
                        /**
                         * @description Units of the target currency for one unit of the source currency.
                         * @example 1.0834
                         */
                        rate: number;
                        /**
                         * @description The rate type, such as reference, buy or monthly_average.
                         * @example reference
                         */
                        rate_type: string;
                        /**
                         * @description False if the publication prints this rate; true if Ratebook calculated it.
                         * @example false
                         */
                        derived: boolean;
                        /**
                         * @description How the rate came about: as published, one divided by the published rate, a cross over the home currency, a composite of several sources, or restated in a later unit.
                         * @example published
                         * @enum {string}
                         */
                        method: "published" | "inverse" | "cross" | "composite" | "restated";
                        valid_from?: string | null;
                        valid_to?: string | null;
                        /** @description The pegs, the times with several rates side by side, and the new units of the currencies, and the figures that are unusual, up to 100. */
                        notes?: {
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            currency: string;
                            /**
                             * @description A peg, a time with several rates side by side, a new unit under another code, one under the same code, or a served figure that is unusual.
                             * @example peg
                             * @enum {string}
                             */
                            kind: "peg" | "regime" | "redenomination" | "unit" | "doubt";
                            /**
                             * Format: date
                             * @description The first day.
                             * @example 2026-03-17
                             */
                            since: string;
                            until: string | null;
                            /**
                             * @description The note in words.
                             * @example Replaced by TRY: 1000000 TRL for one TRY.
                             */
                            note: string;
                            /**
                             * @description False if no document that says so was read.
                             * @example true
                             */
                            verified: boolean;
                        }[];
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getCentralBankPublications: {
        parameters: {
            query?: {
                /** @description The format of the answer. */
                format?: "json" | "csv" | "xml" | "xlsx" | "ndjson" | "parquet";
                /** @description Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                /** @description The code of a source, as listed by /api/v1/central-banks. */
                bank: string;
                /** @description A date; the answer is the newest table on or before it. */
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        bank: string;
                        /**
                         * @description The name of the source.
                         * @example European Central Bank
                         */
                        name: string;
                        /**
                         * Format: date
                         * @description The requested date.
                         * @example 2026-03-17
                         */
                        requested_date: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        rate_date: string;
                        publications: {
                            /**
                             * @description The number of the publication.
                             * @example 1
                             */
                            id: number;
                            /**
                             * @description The URL that was requested.
                             * @example https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml
                             */
                            url: string;
                            /**
                             * @example GET
                             * @enum {string}
                             */
                            method: "GET" | "POST";
                            /**
                             * @description The media type that the publisher declared.
                             * @example text/xml
                             */
                            media_type: string;
                            /**
                             * @description The SHA-256 of the original bytes.
                             * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
                             */
                            sha256: string;
                            /**
                             * @description The size in bytes.
                             * @example 1742
                             */
                            size: number;
                            /**
                             * Format: date-time
                             * @description When this content was first fetched.
                             * @example 2026-03-17T15:00:00.000Z
                             */
                            fetched_at: string;
                            /**
                             * Format: date-time
                             * @description When it was last fetched.
                             * @example 2026-03-17T15:00:00.000Z
                             */
                            last_fetched_at: string;
                            /**
                             * @description The number of rates in the table that come from it.
                             * @example 1
                             */
                            rates: number;
                            /**
                             * @description The instance through which the document came, which also gave the times; null if the publisher sent it to this one.
                             * @example rates.example.com
                             */
                            peer: string | null;
                            /**
                             * Format: uri
                             * @description The URL of the document.
                             */
                            document: string;
                        }[];
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getPublicationsDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of a publication, as listed for a date. */
                publication: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getDocuments: {
        parameters: {
            query?: {
                /** @description The codes of the sources, separated by commas. The default is every source whose documents are shared. */
                banks?: string;
                /** @description Omits rows that were read before this date (UTC). */
                since?: string;
                /** @description The start of the page, from `next_cursor` of the previous answer. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documents: {
                            /**
                             * @description The run that read the document. Documents of one run were fetched together.
                             * @example 12
                             */
                            run: number;
                            /**
                             * Format: date-time
                             * @description When it was read.
                             * @example 2026-03-17T15:00:00.000Z
                             */
                            read_at: string;
                            /**
                             * @description The number of the publication.
                             * @example 34
                             */
                            publication: number;
                            /**
                             * @description The code of the source.
                             * @example ecb
                             */
                            bank: string;
                            /**
                             * Format: date-time
                             * @description When the publisher sent it. A document that came again after another answer to the request is listed again.
                             * @example 2026-03-17T15:00:00.000Z
                             */
                            fetched_at: string;
                            /**
                             * @example GET
                             * @enum {string}
                             */
                            method: "GET" | "POST";
                            /**
                             * @description The URL that was requested. A credential is replaced by its name.
                             * @example https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml
                             */
                            url: string;
                            /**
                             * @description The headers of the request.
                             * @example {
                             *       "accept": "*\/*"
                             *     }
                             */
                            request_headers: {
                                [key: string]: string;
                            };
                            /**
                             * @description The body of the request; null if it had none.
                             * @example null
                             */
                            request_body: string | null;
                            /**
                             * @description The media type that the publisher declared.
                             * @example text/xml
                             */
                            media_type: string;
                            /**
                             * @description The character encoding; null if none was declared.
                             * @example utf-8
                             */
                            charset: string | null;
                            /**
                             * @description The SHA-256 of the bytes.
                             * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
                             */
                            sha256: string;
                            /**
                             * @description The size in bytes.
                             * @example 1742
                             */
                            size: number;
                            /**
                             * @description The price of the bytes.
                             * @example 1
                             */
                            units: number;
                            /**
                             * @description The instance through which the document came, which also gave the times; null if the publisher sent it to this one.
                             * @example rates.example.com
                             */
                            peer: string | null;
                        }[];
                        /**
                         * @description The cursor of the next page; null if there is none.
                         * @example 12_2026-03-17T15:00:00.000000Z_34
                         */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getDocumentsBySha256: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The SHA-256 of the document. */
                sha256: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            416: components["responses"]["Error416"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getCertificates: {
        parameters: {
            query: {
                /** @description The code of a source, as listed by /api/v1/central-banks. */
                bank?: string;
                /** @description The jurisdiction: a country (ISO 3166-1), a state of a federation (ISO 3166-2), EU, or XX for treaties. The default is that of `rule`. */
                jurisdiction?: string;
                /** @description The purpose of the conversion. The default is that of `rule`. */
                purpose?: "vat" | "customs" | "tariff" | "income" | "accounting" | "payroll" | "excise" | "social" | "statutory" | "reporting";
                /** @description The id of a rule, to select an election or a special case. The default is the default rule of the jurisdiction and purpose. */
                rule?: string;
                /** @description An amount of the source currency to convert; negative for a credit note. */
                amount?: string;
                /** @description The kind of item, for a rule that has a rate for each kind. */
                side?: "asset" | "liability" | "import" | "export" | "account" | "cash";
                /** @description The rate that the taxpayer chose, if the rule leaves a choice among several. `asks` lists them. */
                series?: string;
                /** @description The date of the invoice, for a rule that uses the earlier of tax point and invoice. */
                invoice_date?: string;
                /** @description The first day of the period, for a rule that uses the mean of a period. */
                from?: string;
                /** @description The last day of that period. */
                to?: string;
                /** @description The currency that is priced: the rate is for one unit of it. Needs `target`. */
                source?: string;
                /** @description The currency in which the rate is expressed. Needs `source`. */
                target?: string;
                /** @description A date; the answer is the newest table on or before it. */
                date: string;
                /** @description A rate type of the source. The default is the first of its rate types that has the pair. */
                type?: string;
                /** @description Returns the rates as they were known at this instant, without later corrections and additions. */
                as_of?: string;
                /** @description A JWS as JSON, a PDF of one page with the JSON attached, or a ZIP archive of both with the publisher’s documents. */
                format?: "json" | "pdf" | "zip";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The certified statement, as JSON in base64url.
                         * @example eyJ2ZXJzaW9uIjoxfQ
                         */
                        payload: string;
                        signatures: {
                            /**
                             * @description The header of the signature: the algorithm EdDSA, and the key as /.well-known/jwks.json names it.
                             * @example eyJhbGciOiJFZERTQSJ9
                             */
                            protected: string;
                            /** @description The time stamp of the signature (RFC 3161), as JAdES has it: `etsiU[0].sigTst.tstTokens[0].val`. */
                            header?: {
                                [key: string]: unknown;
                            };
                            /** @example hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg */
                            signature: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getApplicable: {
        parameters: {
            query: {
                /** @description The jurisdiction: a country (ISO 3166-1), a state of a federation (ISO 3166-2), EU, or XX for treaties. The default is that of `rule`. */
                jurisdiction?: string;
                /** @description The purpose of the conversion. The default is that of `rule`. */
                purpose?: "vat" | "customs" | "tariff" | "income" | "accounting" | "payroll" | "excise" | "social" | "statutory" | "reporting";
                /** @description The date of the event that the rule names, such as the tax point. The answer says which event it is. */
                date: string;
                /** @description The currency of the amount. */
                source: string;
                /** @description The currency to convert into. The default is the one that the rule names, usually that of the jurisdiction. */
                target?: string;
                /** @description An amount of the source currency to convert; negative for a credit note. */
                amount?: string;
                /** @description The id of a rule, to select an election or a special case. The default is the default rule of the jurisdiction and purpose. */
                rule?: string;
                /** @description The kind of item, for a rule that has a rate for each kind. */
                side?: "asset" | "liability" | "import" | "export" | "account" | "cash";
                /** @description The rate that the taxpayer chose, if the rule leaves a choice among several. `asks` lists them. */
                series?: string;
                /** @description The date of the invoice, for a rule that uses the earlier of tax point and invoice. */
                invoice_date?: string;
                /** @description The first day of the period, for a rule that uses the mean of a period. */
                from?: string;
                /** @description The last day of that period. */
                to?: string;
                /** @description Set to true to include rules that are unsure. */
                unsure?: "true" | "false";
                /** @description Returns the rates as they were known at this instant, without later corrections and additions. */
                as_of?: string;
                /** @description The format of the answer. */
                format?: "json" | "csv" | "xml" | "xlsx" | "ndjson" | "parquet";
                /** @description Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject. */
                bom?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The requested jurisdiction.
                         * @example PL
                         */
                        jurisdiction: string;
                        /** @enum {string} */
                        purpose: "vat" | "customs" | "tariff" | "income" | "accounting" | "payroll" | "excise" | "social" | "statutory" | "reporting";
                        /**
                         * Format: date
                         * @description The date of the event.
                         * @example 2026-03-17
                         */
                        date: string;
                        /**
                         * @description The requested source currency: the rate is for one unit of it.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The requested target currency, in which the rate is expressed.
                         * @example USD
                         */
                        target: string;
                        /**
                         * @description The amount.
                         * @example 1000
                         */
                        amount: number | null;
                        /**
                         * @description final; open, if a fact or a choice that the request does not state decides the rate, as `asks` lists; pending, if a table that is not published or stored yet may supply or change the rate; no_rate, if the rule yields none; no_data, if the publisher that the rule names is not a source.
                         * @example final
                         * @enum {string}
                         */
                        status: "final" | "open" | "pending" | "no_rate" | "no_data";
                        /**
                         * @description Why there is no rate; null if there is one or if it is pending.
                         * @example not_quoted
                         */
                        reason: ("no_rule" | "several_rules" | "not_in_force" | "unsure" | "same_currency" | "unpublished" | "no_source" | "not_loaded" | "not_quoted" | "no_rate" | "before_history" | "stale" | "left_table" | "expired" | "quarantined" | "incomplete" | "no_period" | "no_side") | null;
                        /**
                         * @description The status and the reason in words.
                         * @example The newest rate dated before 2026-03-03 is that of 2026-03-02.
                         */
                        explanation: string;
                        rate_date: string | null;
                        /**
                         * @description Units of the target currency for one unit of the source currency.
                         * @example 3.6056
                         */
                        rate: number | null;
                        publisher: string | null;
                        rate_type: string | null;
                        /**
                         * @description As published; one divided by the published rate; a cross that the rule names; or the mean of several published rates.
                         * @example published
                         */
                        method: ("published" | "inverse" | "cross" | "mean") | null;
                        /**
                         * @description The amount converted with the published figures, rounded only if the rule says so.
                         * @example 3605.6
                         */
                        converted: number | null;
                        /** @description When the missing table is expected; null if not known. */
                        pending_until: string | null;
                        /**
                         * @description The meaning of the rate’s date: the day on which the rate was made, the first day on which it is effective, or the period that it covers.
                         * @example made
                         */
                        dated: ("made" | "effective" | "period") | null;
                        /** @description The published figures behind the rate. */
                        legs: {
                            /**
                             * @description The currency that is priced: the rate is for one unit of it.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which the base is priced.
                             * @example USD
                             */
                            quote: string;
                            value: number;
                            /**
                             * Format: date
                             * @description The date of the figure, if the rule converts in two steps and this is the second.
                             * @example 2026-03-17
                             */
                            date?: string;
                            /**
                             * @description The number of its publication, if it is not that of `document`.
                             * @example 2
                             */
                            document_id?: number;
                        }[];
                        /**
                         * @description The number of rates in a mean.
                         * @example 257
                         */
                        rates_in_mean: number | null;
                        valid_from: string | null;
                        valid_to: string | null;
                        /** @description The steps from the date to the figure. */
                        steps: string[];
                        rule: {
                            /**
                             * @description The id of the rule, which is never reused.
                             * @example pl-vat
                             */
                            id: string;
                            /**
                             * @description The revision of the rule in this database.
                             * @example 1
                             */
                            revision: number;
                            /**
                             * @description The SHA-256 of the stored rule; equal rules have equal hashes in every database.
                             * @example 0b7c…
                             */
                            sha256: string;
                            /**
                             * @description The jurisdiction of the rule.
                             * @example PL
                             */
                            jurisdiction: string;
                            /**
                             * @example vat
                             * @enum {string}
                             */
                            purpose: "vat" | "customs" | "tariff" | "income" | "accounting" | "payroll" | "excise" | "social" | "statutory" | "reporting";
                            /**
                             * @description default; elect, if the taxpayer may choose it; permit, if only after a permission; old, if it is no longer in force.
                             * @example default
                             * @enum {string}
                             */
                            mode: "default" | "elect" | "permit" | "old";
                            parent: string | null;
                            when: string | null;
                            case: string | null;
                            /**
                             * @description The event whose date the request gives.
                             * @example the day on which the tax falls due
                             */
                            event: string;
                            /**
                             * @description The publisher and the rate type, then the fallback for a pair that it does not quote.
                             * @example nbp:mid
                             */
                            series: string;
                            /**
                             * @description Who names the publisher: the law; the authority, which accepts these; or practice only.
                             * @example law
                             * @enum {string}
                             */
                            named_by: "law" | "authority" | "practice";
                            /**
                             * @description The name of the day rule.
                             * @example last_published_before
                             * @enum {string}
                             */
                            day: "same_day" | "last_published_on_or_before" | "last_published_before" | "second_last_published_before" | "table_before_latest" | "next_published_on_or_after" | "in_force" | "next_published_after" | "day_after" | "previous_week" | "previous_week_thursday" | "month_of" | "previous_month" | "year_of" | "month_first" | "quarter_first" | "first_of_month" | "period_end" | "month_end" | "year_end" | "year_end_before" | "september_end_before" | "year_first" | "nearest_month_end" | "month_end_before" | "previous_month_day_15" | "previous_month_penultimate_wednesday" | "previous_month_third_wednesday_or_next" | "previous_month_third_wednesday_or_fourth" | "previous_month_before_second_last_day" | "before_day_15" | "first_published_in_october_before" | "computed_average_of_period" | "computed_average_of_month" | "computed_average_of_year" | "published_average";
                            /**
                             * @description The meaning of `day`; D is the date of the event.
                             * @example the newest rate dated before D
                             */
                            day_meaning: string;
                            rounding: string | null;
                            override: string | null;
                            lock: string | null;
                            limit: string | null;
                            conditions: string | null;
                            in_force_from: string | null;
                            in_force_to: string | null;
                            /**
                             * @description verified, if the text of the law or of an authority on it was read; known, if it was not, or does not settle every point; unsure, if the rule is uncertain.
                             * @example verified
                             * @enum {string}
                             */
                            confidence: "verified" | "known" | "unsure";
                            missing: string | null;
                            /**
                             * Format: date
                             * @description When the rule was last compared with its citation.
                             * @example 2026-03-17
                             */
                            checked: string;
                        };
                        citation: {
                            /**
                             * @description The act, in the language of the law.
                             * @example Ustawa o podatku od towarów i usług
                             */
                            act: string;
                            article: string | null;
                            url: string | null;
                            /**
                             * @description The text on which the rule is based: the law, a text of an authority about it, a quotation, or a secondary text. Null if none was read.
                             * @example law
                             */
                            seen: ("law" | "authority" | "quoted" | "secondary") | null;
                            place: string | null;
                        };
                        /** @description The document that contains the figure. */
                        document: {
                            /**
                             * @description The number of the publication, for /api/v1/publications/{id}/document.
                             * @example 1
                             */
                            id: number;
                            /**
                             * @description The URL from which it was fetched.
                             * @example https://api.nbp.pl/
                             */
                            url: string;
                            /**
                             * @description The SHA-256 of its bytes.
                             * @example e3b0…
                             */
                            sha256: string;
                            /**
                             * Format: date-time
                             * @description An instant in UTC.
                             * @example 2026-03-17T15:00:00.000Z
                             */
                            fetched_at: string;
                        } | null;
                        /** @description The facts and choices that decide the rate and that the request does not state. Pass one of them to get a final answer. */
                        asks: {
                            /**
                             * @description The parameter to pass.
                             * @example rule
                             * @enum {string}
                             */
                            parameter: "rule" | "series" | "side";
                            /**
                             * @description Its value.
                             * @example mx-income-paid
                             */
                            value: string;
                            /**
                             * @description When that value applies.
                             * @example the taxpayer bought the currency
                             */
                            text: string;
                        }[];
                        /** @description The rules that the taxpayer may choose instead, each with its own figure and conditions. */
                        elections: {
                            rule: {
                                /**
                                 * @description The id of the rule, which is never reused.
                                 * @example pl-vat
                                 */
                                id: string;
                                /**
                                 * @description The revision of the rule in this database.
                                 * @example 1
                                 */
                                revision: number;
                                /**
                                 * @description The SHA-256 of the stored rule; equal rules have equal hashes in every database.
                                 * @example 0b7c…
                                 */
                                sha256: string;
                                /**
                                 * @description The jurisdiction of the rule.
                                 * @example PL
                                 */
                                jurisdiction: string;
                                /**
                                 * @example vat
                                 * @enum {string}
                                 */
                                purpose: "vat" | "customs" | "tariff" | "income" | "accounting" | "payroll" | "excise" | "social" | "statutory" | "reporting";
                                /**
                                 * @description default; elect, if the taxpayer may choose it; permit, if only after a permission; old, if it is no longer in force.
                                 * @example default
                                 * @enum {string}
                                 */
                                mode: "default" | "elect" | "permit" | "old";
                                parent: string | null;
                                when: string | null;
                                case: string | null;
                                /**
                                 * @description The event whose date the request gives.
                                 * @example the day on which the tax falls due
                                 */
                                event: string;
                                /**
                                 * @description The publisher and the rate type, then the fallback for a pair that it does not quote.
                                 * @example nbp:mid
                                 */
                                series: string;
                                /**
                                 * @description Who names the publisher: the law; the authority, which accepts these; or practice only.
                                 * @example law
                                 * @enum {string}
                                 */
                                named_by: "law" | "authority" | "practice";
                                /**
                                 * @description The name of the day rule.
                                 * @example last_published_before
                                 * @enum {string}
                                 */
                                day: "same_day" | "last_published_on_or_before" | "last_published_before" | "second_last_published_before" | "table_before_latest" | "next_published_on_or_after" | "in_force" | "next_published_after" | "day_after" | "previous_week" | "previous_week_thursday" | "month_of" | "previous_month" | "year_of" | "month_first" | "quarter_first" | "first_of_month" | "period_end" | "month_end" | "year_end" | "year_end_before" | "september_end_before" | "year_first" | "nearest_month_end" | "month_end_before" | "previous_month_day_15" | "previous_month_penultimate_wednesday" | "previous_month_third_wednesday_or_next" | "previous_month_third_wednesday_or_fourth" | "previous_month_before_second_last_day" | "before_day_15" | "first_published_in_october_before" | "computed_average_of_period" | "computed_average_of_month" | "computed_average_of_year" | "published_average";
                                /**
                                 * @description The meaning of `day`; D is the date of the event.
                                 * @example the newest rate dated before D
                                 */
                                day_meaning: string;
                                rounding: string | null;
                                override: string | null;
                                lock: string | null;
                                limit: string | null;
                                conditions: string | null;
                                in_force_from: string | null;
                                in_force_to: string | null;
                                /**
                                 * @description verified, if the text of the law or of an authority on it was read; known, if it was not, or does not settle every point; unsure, if the rule is uncertain.
                                 * @example verified
                                 * @enum {string}
                                 */
                                confidence: "verified" | "known" | "unsure";
                                missing: string | null;
                                /**
                                 * Format: date
                                 * @description When the rule was last compared with its citation.
                                 * @example 2026-03-17
                                 */
                                checked: string;
                            };
                            citation: {
                                /**
                                 * @description The act, in the language of the law.
                                 * @example Ustawa o podatku od towarów i usług
                                 */
                                act: string;
                                article: string | null;
                                url: string | null;
                                /**
                                 * @description The text on which the rule is based: the law, a text of an authority about it, a quotation, or a secondary text. Null if none was read.
                                 * @example law
                                 */
                                seen: ("law" | "authority" | "quoted" | "secondary") | null;
                                place: string | null;
                            };
                            /**
                             * Format: date
                             * @description The date of the event.
                             * @example 2026-03-17
                             */
                            date: string;
                            /**
                             * @description The requested target currency, in which the rate is expressed.
                             * @example USD
                             */
                            target: string;
                            /**
                             * @description final; open, if a fact or a choice that the request does not state decides the rate, as `asks` lists; pending, if a table that is not published or stored yet may supply or change the rate; no_rate, if the rule yields none; no_data, if the publisher that the rule names is not a source.
                             * @example final
                             * @enum {string}
                             */
                            status: "final" | "open" | "pending" | "no_rate" | "no_data";
                            /**
                             * @description Why there is no rate; null if there is one or if it is pending.
                             * @example not_quoted
                             */
                            reason: ("no_rule" | "several_rules" | "not_in_force" | "unsure" | "same_currency" | "unpublished" | "no_source" | "not_loaded" | "not_quoted" | "no_rate" | "before_history" | "stale" | "left_table" | "expired" | "quarantined" | "incomplete" | "no_period" | "no_side") | null;
                            /**
                             * @description The status and the reason in words.
                             * @example The newest rate dated before 2026-03-03 is that of 2026-03-02.
                             */
                            explanation: string;
                            rate_date: string | null;
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 3.6056
                             */
                            rate: number | null;
                            publisher: string | null;
                            rate_type: string | null;
                            /**
                             * @description As published; one divided by the published rate; a cross that the rule names; or the mean of several published rates.
                             * @example published
                             */
                            method: ("published" | "inverse" | "cross" | "mean") | null;
                            /**
                             * @description The amount converted with the published figures, rounded only if the rule says so.
                             * @example 3605.6
                             */
                            converted: number | null;
                            /** @description When the missing table is expected; null if not known. */
                            pending_until: string | null;
                        }[];
                        /** @description The rules for special cases of the same purpose. */
                        cases: {
                            rule: {
                                /**
                                 * @description The id of the rule, which is never reused.
                                 * @example pl-vat
                                 */
                                id: string;
                                /**
                                 * @description The revision of the rule in this database.
                                 * @example 1
                                 */
                                revision: number;
                                /**
                                 * @description The SHA-256 of the stored rule; equal rules have equal hashes in every database.
                                 * @example 0b7c…
                                 */
                                sha256: string;
                                /**
                                 * @description The jurisdiction of the rule.
                                 * @example PL
                                 */
                                jurisdiction: string;
                                /**
                                 * @example vat
                                 * @enum {string}
                                 */
                                purpose: "vat" | "customs" | "tariff" | "income" | "accounting" | "payroll" | "excise" | "social" | "statutory" | "reporting";
                                /**
                                 * @description default; elect, if the taxpayer may choose it; permit, if only after a permission; old, if it is no longer in force.
                                 * @example default
                                 * @enum {string}
                                 */
                                mode: "default" | "elect" | "permit" | "old";
                                parent: string | null;
                                when: string | null;
                                case: string | null;
                                /**
                                 * @description The event whose date the request gives.
                                 * @example the day on which the tax falls due
                                 */
                                event: string;
                                /**
                                 * @description The publisher and the rate type, then the fallback for a pair that it does not quote.
                                 * @example nbp:mid
                                 */
                                series: string;
                                /**
                                 * @description Who names the publisher: the law; the authority, which accepts these; or practice only.
                                 * @example law
                                 * @enum {string}
                                 */
                                named_by: "law" | "authority" | "practice";
                                /**
                                 * @description The name of the day rule.
                                 * @example last_published_before
                                 * @enum {string}
                                 */
                                day: "same_day" | "last_published_on_or_before" | "last_published_before" | "second_last_published_before" | "table_before_latest" | "next_published_on_or_after" | "in_force" | "next_published_after" | "day_after" | "previous_week" | "previous_week_thursday" | "month_of" | "previous_month" | "year_of" | "month_first" | "quarter_first" | "first_of_month" | "period_end" | "month_end" | "year_end" | "year_end_before" | "september_end_before" | "year_first" | "nearest_month_end" | "month_end_before" | "previous_month_day_15" | "previous_month_penultimate_wednesday" | "previous_month_third_wednesday_or_next" | "previous_month_third_wednesday_or_fourth" | "previous_month_before_second_last_day" | "before_day_15" | "first_published_in_october_before" | "computed_average_of_period" | "computed_average_of_month" | "computed_average_of_year" | "published_average";
                                /**
                                 * @description The meaning of `day`; D is the date of the event.
                                 * @example the newest rate dated before D
                                 */
                                day_meaning: string;
                                rounding: string | null;
                                override: string | null;
                                lock: string | null;
                                limit: string | null;
                                conditions: string | null;
                                in_force_from: string | null;
                                in_force_to: string | null;
                                /**
                                 * @description verified, if the text of the law or of an authority on it was read; known, if it was not, or does not settle every point; unsure, if the rule is uncertain.
                                 * @example verified
                                 * @enum {string}
                                 */
                                confidence: "verified" | "known" | "unsure";
                                missing: string | null;
                                /**
                                 * Format: date
                                 * @description When the rule was last compared with its citation.
                                 * @example 2026-03-17
                                 */
                                checked: string;
                            };
                            citation: {
                                /**
                                 * @description The act, in the language of the law.
                                 * @example Ustawa o podatku od towarów i usług
                                 */
                                act: string;
                                article: string | null;
                                url: string | null;
                                /**
                                 * @description The text on which the rule is based: the law, a text of an authority about it, a quotation, or a secondary text. Null if none was read.
                                 * @example law
                                 */
                                seen: ("law" | "authority" | "quoted" | "secondary") | null;
                                place: string | null;
                            };
                            /**
                             * Format: date
                             * @description The date of the event.
                             * @example 2026-03-17
                             */
                            date: string;
                            /**
                             * @description The requested target currency, in which the rate is expressed.
                             * @example USD
                             */
                            target: string;
                            /**
                             * @description final; open, if a fact or a choice that the request does not state decides the rate, as `asks` lists; pending, if a table that is not published or stored yet may supply or change the rate; no_rate, if the rule yields none; no_data, if the publisher that the rule names is not a source.
                             * @example final
                             * @enum {string}
                             */
                            status: "final" | "open" | "pending" | "no_rate" | "no_data";
                            /**
                             * @description Why there is no rate; null if there is one or if it is pending.
                             * @example not_quoted
                             */
                            reason: ("no_rule" | "several_rules" | "not_in_force" | "unsure" | "same_currency" | "unpublished" | "no_source" | "not_loaded" | "not_quoted" | "no_rate" | "before_history" | "stale" | "left_table" | "expired" | "quarantined" | "incomplete" | "no_period" | "no_side") | null;
                            /**
                             * @description The status and the reason in words.
                             * @example The newest rate dated before 2026-03-03 is that of 2026-03-02.
                             */
                            explanation: string;
                            rate_date: string | null;
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 3.6056
                             */
                            rate: number | null;
                            publisher: string | null;
                            rate_type: string | null;
                            /**
                             * @description As published; one divided by the published rate; a cross that the rule names; or the mean of several published rates.
                             * @example published
                             */
                            method: ("published" | "inverse" | "cross" | "mean") | null;
                            /**
                             * @description The amount converted with the published figures, rounded only if the rule says so.
                             * @example 3605.6
                             */
                            converted: number | null;
                            /** @description When the missing table is expected; null if not known. */
                            pending_until: string | null;
                        }[];
                        warnings: string[];
                        /**
                         * @description The requested instant.
                         * @example 2026-03-17T15:00:00Z
                         */
                        as_of: string | null;
                        /**
                         * @description How to report an error in a rule.
                         * @example Open an issue that names the rule.
                         */
                        report: string;
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    postApplicableBatch: {
        parameters: {
            query?: {
                /** @description The jurisdiction: a country (ISO 3166-1), a state of a federation (ISO 3166-2), EU, or XX for treaties. The default is that of `rule`. */
                jurisdiction?: string;
                /** @description The purpose of the conversion. The default is that of `rule`. */
                purpose?: "vat" | "customs" | "tariff" | "income" | "accounting" | "payroll" | "excise" | "social" | "statutory" | "reporting";
                /** @description The id of a rule, to select an election or a special case. The default is the default rule of the jurisdiction and purpose. */
                rule?: string;
                /** @description The currency to convert into. The default is the one that the rule names, usually that of the jurisdiction. */
                target?: string;
                /** @description The kind of item, for a rule that has a rate for each kind. */
                side?: "asset" | "liability" | "import" | "export" | "account" | "cash";
                /** @description Set to true to include rules that are unsure. */
                unsure?: "true" | "false";
                /** @description The decimal separator of the amounts in a CSV file. By default the one that its rows show. If no row shows it, an ambiguous amount such as 1,234 is an error. */
                decimal?: "point" | "comma";
                /** @description Returns the rates as they were known at this instant, without later corrections and additions. */
                as_of?: string;
                /** @description Leaves texts that a spreadsheet would run as a formula as they are. By default they get an apostrophe before them. */
                formulas?: "keep";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
                "application/jsonl": string;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    postApplicableBatchPreview: {
        parameters: {
            query?: {
                /** @description The jurisdiction: a country (ISO 3166-1), a state of a federation (ISO 3166-2), EU, or XX for treaties. The default is that of `rule`. */
                jurisdiction?: string;
                /** @description The purpose of the conversion. The default is that of `rule`. */
                purpose?: "vat" | "customs" | "tariff" | "income" | "accounting" | "payroll" | "excise" | "social" | "statutory" | "reporting";
                /** @description The id of a rule, to select an election or a special case. The default is the default rule of the jurisdiction and purpose. */
                rule?: string;
                /** @description The currency to convert into. The default is the one that the rule names, usually that of the jurisdiction. */
                target?: string;
                /** @description The kind of item, for a rule that has a rate for each kind. */
                side?: "asset" | "liability" | "import" | "export" | "account" | "cash";
                /** @description Set to true to include rules that are unsure. */
                unsure?: "true" | "false";
                /** @description The decimal separator of the amounts in a CSV file. By default the one that its rows show. If no row shows it, an ambiguous amount such as 1,234 is an error. */
                decimal?: "point" | "comma";
                /** @description Returns the rates as they were known at this instant, without later corrections and additions. */
                as_of?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
                "application/jsonl": string;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The number of rows.
                         * @example 1
                         */
                        rows: number;
                        /**
                         * @description The price in units: one for each row that is not in error.
                         * @example 1
                         */
                        units: number;
                        /**
                         * @description How the text of the file is encoded; null for a workbook.
                         * @example utf-8
                         */
                        charset: string | null;
                        columns: {
                            /**
                             * @description The name of the column.
                             * @example currency
                             */
                            name: string;
                            /**
                             * @description The field that is read from the column; null for a column that is only returned.
                             * @example source
                             */
                            field: string | null;
                            /**
                             * @description How its dates or amounts are written, by the evidence of all rows.
                             * @example DD.MM.YYYY
                             */
                            written: string | null;
                        }[];
                        /** @description How many rows will have each status. */
                        summary: {
                            /**
                             * @description The number of items.
                             * @example 1
                             */
                            final: number;
                            /**
                             * @description The number of items.
                             * @example 1
                             */
                            open: number;
                            /**
                             * @description The number of items.
                             * @example 1
                             */
                            pending: number;
                            /**
                             * @description The number of items.
                             * @example 1
                             */
                            no_rate: number;
                            /**
                             * @description The number of items.
                             * @example 1
                             */
                            no_data: number;
                            /**
                             * @description The number of items.
                             * @example 1
                             */
                            error: number;
                        };
                        /** @description The first 10 rows as they were understood. */
                        first: {
                            /** @description As read from the row; null if the row has none. */
                            date: string | null;
                            /** @description As read from the row; null if the row has none. */
                            source: string | null;
                            /** @description As read from the row; null if the row has none. */
                            target: string | null;
                            /** @description As read from the row; null if the row has none. */
                            amount: string | null;
                            /**
                             * @description The rule that will answer the row; null if none can.
                             * @example pl-vat
                             */
                            rule: string | null;
                            /** @description The expected value, if the row is invalid. */
                            error: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getApplicableRules: {
        parameters: {
            query?: {
                /** @description The jurisdiction: a country (ISO 3166-1), a state of a federation (ISO 3166-2), EU, or XX for treaties. The default is that of `rule`. */
                jurisdiction?: string;
                /** @description The purpose of the conversion. The default is that of `rule`. */
                purpose?: "vat" | "customs" | "tariff" | "income" | "accounting" | "payroll" | "excise" | "social" | "statutory" | "reporting";
                /** @description Returns the rates as they were known at this instant, without later corrections and additions. */
                as_of?: string;
                /** @description The format of the answer. */
                format?: "json" | "csv" | "xml" | "xlsx" | "ndjson" | "parquet";
                /** @description Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject. */
                bom?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        count: number;
                        /**
                         * @description All jurisdictions with rules, their own or those of a union to which they belong.
                         * @example [
                         *       "EU",
                         *       "PL"
                         *     ]
                         */
                        jurisdictions: string[];
                        rules: {
                            /**
                             * @description The id of the rule, which is never reused.
                             * @example pl-vat
                             */
                            id: string;
                            /**
                             * @description The revision of the rule in this database.
                             * @example 1
                             */
                            revision: number;
                            /**
                             * @description The SHA-256 of the stored rule; equal rules have equal hashes in every database.
                             * @example 0b7c…
                             */
                            sha256: string;
                            /**
                             * @description The jurisdiction of the rule.
                             * @example PL
                             */
                            jurisdiction: string;
                            /**
                             * @example vat
                             * @enum {string}
                             */
                            purpose: "vat" | "customs" | "tariff" | "income" | "accounting" | "payroll" | "excise" | "social" | "statutory" | "reporting";
                            /**
                             * @description default; elect, if the taxpayer may choose it; permit, if only after a permission; old, if it is no longer in force.
                             * @example default
                             * @enum {string}
                             */
                            mode: "default" | "elect" | "permit" | "old";
                            parent: string | null;
                            when: string | null;
                            case: string | null;
                            /**
                             * @description The event whose date the request gives.
                             * @example the day on which the tax falls due
                             */
                            event: string;
                            /**
                             * @description The publisher and the rate type, then the fallback for a pair that it does not quote.
                             * @example nbp:mid
                             */
                            series: string;
                            /**
                             * @description Who names the publisher: the law; the authority, which accepts these; or practice only.
                             * @example law
                             * @enum {string}
                             */
                            named_by: "law" | "authority" | "practice";
                            /**
                             * @description The name of the day rule.
                             * @example last_published_before
                             * @enum {string}
                             */
                            day: "same_day" | "last_published_on_or_before" | "last_published_before" | "second_last_published_before" | "table_before_latest" | "next_published_on_or_after" | "in_force" | "next_published_after" | "day_after" | "previous_week" | "previous_week_thursday" | "month_of" | "previous_month" | "year_of" | "month_first" | "quarter_first" | "first_of_month" | "period_end" | "month_end" | "year_end" | "year_end_before" | "september_end_before" | "year_first" | "nearest_month_end" | "month_end_before" | "previous_month_day_15" | "previous_month_penultimate_wednesday" | "previous_month_third_wednesday_or_next" | "previous_month_third_wednesday_or_fourth" | "previous_month_before_second_last_day" | "before_day_15" | "first_published_in_october_before" | "computed_average_of_period" | "computed_average_of_month" | "computed_average_of_year" | "published_average";
                            /**
                             * @description The meaning of `day`; D is the date of the event.
                             * @example the newest rate dated before D
                             */
                            day_meaning: string;
                            rounding: string | null;
                            override: string | null;
                            lock: string | null;
                            limit: string | null;
                            conditions: string | null;
                            in_force_from: string | null;
                            in_force_to: string | null;
                            /**
                             * @description verified, if the text of the law or of an authority on it was read; known, if it was not, or does not settle every point; unsure, if the rule is uncertain.
                             * @example verified
                             * @enum {string}
                             */
                            confidence: "verified" | "known" | "unsure";
                            missing: string | null;
                            /**
                             * Format: date
                             * @description When the rule was last compared with its citation.
                             * @example 2026-03-17
                             */
                            checked: string;
                            /**
                             * @description The act, in the language of the law.
                             * @example Ustawa o podatku od towarów i usług
                             */
                            act: string;
                            article: string | null;
                            url: string | null;
                            /**
                             * @description The text on which the rule is based: the law, a text of an authority about it, a quotation, or a secondary text. Null if none was read.
                             * @example law
                             */
                            seen: ("law" | "authority" | "quoted" | "secondary") | null;
                            place: string | null;
                        }[];
                        report: string;
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getApplicableRulesById: {
        parameters: {
            query?: {
                /** @description Returns the rates as they were known at this instant, without later corrections and additions. */
                as_of?: string;
            };
            header?: never;
            path: {
                /** @description The id of a rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rule: {
                            /**
                             * @description The id of the rule, which is never reused.
                             * @example pl-vat
                             */
                            id: string;
                            /**
                             * @description The revision of the rule in this database.
                             * @example 1
                             */
                            revision: number;
                            /**
                             * @description The SHA-256 of the stored rule; equal rules have equal hashes in every database.
                             * @example 0b7c…
                             */
                            sha256: string;
                            /**
                             * @description The jurisdiction of the rule.
                             * @example PL
                             */
                            jurisdiction: string;
                            /**
                             * @example vat
                             * @enum {string}
                             */
                            purpose: "vat" | "customs" | "tariff" | "income" | "accounting" | "payroll" | "excise" | "social" | "statutory" | "reporting";
                            /**
                             * @description default; elect, if the taxpayer may choose it; permit, if only after a permission; old, if it is no longer in force.
                             * @example default
                             * @enum {string}
                             */
                            mode: "default" | "elect" | "permit" | "old";
                            parent: string | null;
                            when: string | null;
                            case: string | null;
                            /**
                             * @description The event whose date the request gives.
                             * @example the day on which the tax falls due
                             */
                            event: string;
                            /**
                             * @description The publisher and the rate type, then the fallback for a pair that it does not quote.
                             * @example nbp:mid
                             */
                            series: string;
                            /**
                             * @description Who names the publisher: the law; the authority, which accepts these; or practice only.
                             * @example law
                             * @enum {string}
                             */
                            named_by: "law" | "authority" | "practice";
                            /**
                             * @description The name of the day rule.
                             * @example last_published_before
                             * @enum {string}
                             */
                            day: "same_day" | "last_published_on_or_before" | "last_published_before" | "second_last_published_before" | "table_before_latest" | "next_published_on_or_after" | "in_force" | "next_published_after" | "day_after" | "previous_week" | "previous_week_thursday" | "month_of" | "previous_month" | "year_of" | "month_first" | "quarter_first" | "first_of_month" | "period_end" | "month_end" | "year_end" | "year_end_before" | "september_end_before" | "year_first" | "nearest_month_end" | "month_end_before" | "previous_month_day_15" | "previous_month_penultimate_wednesday" | "previous_month_third_wednesday_or_next" | "previous_month_third_wednesday_or_fourth" | "previous_month_before_second_last_day" | "before_day_15" | "first_published_in_october_before" | "computed_average_of_period" | "computed_average_of_month" | "computed_average_of_year" | "published_average";
                            /**
                             * @description The meaning of `day`; D is the date of the event.
                             * @example the newest rate dated before D
                             */
                            day_meaning: string;
                            rounding: string | null;
                            override: string | null;
                            lock: string | null;
                            limit: string | null;
                            conditions: string | null;
                            in_force_from: string | null;
                            in_force_to: string | null;
                            /**
                             * @description verified, if the text of the law or of an authority on it was read; known, if it was not, or does not settle every point; unsure, if the rule is uncertain.
                             * @example verified
                             * @enum {string}
                             */
                            confidence: "verified" | "known" | "unsure";
                            missing: string | null;
                            /**
                             * Format: date
                             * @description When the rule was last compared with its citation.
                             * @example 2026-03-17
                             */
                            checked: string;
                        };
                        citation: {
                            /**
                             * @description The act, in the language of the law.
                             * @example Ustawa o podatku od towarów i usług
                             */
                            act: string;
                            article: string | null;
                            url: string | null;
                            /**
                             * @description The text on which the rule is based: the law, a text of an authority about it, a quotation, or a secondary text. Null if none was read.
                             * @example law
                             */
                            seen: ("law" | "authority" | "quoted" | "secondary") | null;
                            place: string | null;
                        };
                        /**
                         * Format: date-time
                         * @description When this revision became known.
                         * @example 2026-03-17T15:00:00.000Z
                         */
                        known_at: string;
                        /**
                         * @description The rule as in its file, with references resolved.
                         * @example {
                         *       "id": "pl-vat"
                         *     }
                         */
                        as_written: {
                            [key: string]: unknown;
                        };
                        report: string;
                        /** @description The nature of the values, and the purposes for which they may be used. */
                        disclaimer: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getOpenCentralBanks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sources: {
                            /**
                             * @description The code of the source.
                             * @example ecb
                             */
                            code: string;
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            name: string;
                            latest_date: string | null;
                            /**
                             * @description How often the source publishes.
                             * @example daily
                             * @enum {string}
                             */
                            cadence: "daily" | "weekly" | "monthly" | "quarterly" | "yearly";
                            /**
                             * @description True if the table is more than 30 days old, or if there is no table.
                             * @example false
                             */
                            stale: boolean;
                            /**
                             * @description True if the newest table is older than the usual publication dates of the source explain (its weekdays, holidays and cadence), or if there is no table.
                             * @example false
                             */
                            overdue: boolean;
                            /**
                             * @description The number of tables that should have been published since; null if there is no table yet.
                             * @example 0
                             */
                            missed: number | null;
                            /**
                             * @description The meaning of a rate’s date: the day on which the rate was made, the first day on which it is effective, or the period that it covers.
                             * @example made
                             * @enum {string}
                             */
                            dated: "made" | "effective" | "period";
                            /**
                             * @description When the newest table is normally published, in the time zone of the source; null if not known.
                             * @example 16:00
                             */
                            publishes: string | null;
                            /**
                             * @description Omitted rows with the reason, and other facts that a user of the figures needs.
                             * @example Gold is printed per gram and stored per troy ounce.
                             */
                            notes: string | null;
                            /**
                             * @description The use that the publisher’s terms allow; null if unknown.
                             * @example The rates are for information only.
                             */
                            terms: string | null;
                            /**
                             * @description The evidence for the adapter: a recorded answer, the publisher’s documentation, or a public description. Null if Ratebook itself is the source.
                             * @example recording
                             */
                            verified: ("recording" | "documentation" | "description") | null;
                        }[];
                        /**
                         * Format: date-time
                         * @description An instant in UTC.
                         * @example 2026-03-17T15:00:00.000Z
                         */
                        checked_at: string;
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        stale_count: number;
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        overdue_count: number;
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getOpenCentralBankByBank: {
        parameters: {
            query?: {
                /** @description The currency that is priced: the rate is for one unit of it. Needs `target`. */
                source?: string;
                /** @description The currency in which the rate is expressed. Needs `source`. */
                target?: string;
                /** @description A rate type of the source. The default is the first of its rate types that has the pair. */
                type?: string;
            };
            header?: never;
            path: {
                /** @description The code of a source, as listed by /api/v1/central-banks. */
                bank: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        bank: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        rate_date: string;
                        rates: {
                            /**
                             * @description The currency that is priced: the rate is for one unit of it.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which the base is priced.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * @description The rate type, such as reference, buy or monthly_average.
                             * @example reference
                             */
                            type: string;
                            /**
                             * @description The published value with all its digits, for one unit of base.
                             * @example 1.0834
                             */
                            value: number;
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                        /** @description The source to credit wherever the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use; null if they are not known. */
                            terms: string | null;
                        };
                    } | {
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        bank: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        rate_date: string;
                        /**
                         * @description The requested source currency: the rate is for one unit of it.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The requested target currency, in which the rate is expressed.
                         * @example USD
                         */
                        target: string;
                        /**
                         * @description Units of the target currency for one unit of the source currency.
                         * @example 1.0834
                         */
                        rate: number;
                        /**
                         * @description The rate type, such as reference, buy or monthly_average.
                         * @example reference
                         */
                        rate_type: string;
                        /**
                         * @description False if the publication prints this rate; true if Ratebook calculated it.
                         * @example false
                         */
                        derived: boolean;
                        /** @enum {string} */
                        method: "published" | "inverse" | "composite" | "restated";
                        valid_from?: string | null;
                        valid_to?: string | null;
                        /** @description The source to credit wherever the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use; null if they are not known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getOpenGeo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        country: string | null;
                        currency: string | null;
                        /**
                         * @description Who named the country: Cloudflare, or the edge proxy that the operator has set.
                         * @example cloudflare
                         * @enum {string}
                         */
                        source: "cloudflare" | "edge";
                    };
                };
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getSymbols: {
        parameters: {
            query?: {
                /** @description Set to true to include currencies that are no longer legal tender. */
                historical?: "true" | "false";
                /** @description The format of the answer. */
                format?: "json" | "csv" | "xml" | "xlsx" | "ndjson" | "parquet";
                /** @description Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject. */
                bom?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        currencies: {
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            code: string;
                            /**
                             * @description The name of the currency in English.
                             * @example Euro
                             */
                            name: string;
                            /**
                             * @description The symbol of the currency, or its code if it has no symbol.
                             * @example €
                             */
                            symbol: string;
                            /**
                             * @description True if the currency has a market rate now.
                             * @example true
                             */
                            priced: boolean;
                        }[];
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        count: number;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getCurrenciesByCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The code of a currency, current or historical. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A currency (ISO 4217).
                         * @example EUR
                         */
                        code: string;
                        /**
                         * @description The name of the currency in English.
                         * @example Euro
                         */
                        name: string;
                        first_date: string | null;
                        last_date: string | null;
                        /**
                         * @description The currency that replaced it; null if there is none.
                         * @example TRY
                         */
                        successor: string | null;
                        /** @description The changes of unit that led to this currency and away from it, ascending. Where both codes are the same, the code stood for another unit before. */
                        redenominations: {
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            former: string;
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            successor: string;
                            /**
                             * Format: date
                             * @description The first day of the new unit.
                             * @example 2026-03-17
                             */
                            date: string;
                            /**
                             * @description Former units for one of the successor; null if there was no single ratio, or none is known.
                             * @example 1000000
                             */
                            ratio: string | null;
                            /**
                             * @description The act or the document that says so; null if none was read.
                             * @example Regulation (EC) No 2866/98
                             */
                            source: string | null;
                        }[];
                        pegs: {
                            /**
                             * @description The currency to which it is pegged; null for a basket.
                             * @example USD
                             */
                            anchor: string | null;
                            /**
                             * @description Units of the currency for one of the anchor.
                             * @example 3.75
                             */
                            rate: string | null;
                            /**
                             * @description A detail beside the rate, such as a band.
                             * @example ± 5 %
                             */
                            band: string | null;
                            /**
                             * Format: date
                             * @description The first day.
                             * @example 2026-03-17
                             */
                            since: string;
                            until: string | null;
                            /**
                             * @description The authority that holds the rate.
                             * @example Saudi Central Bank
                             */
                            authority: string;
                            /**
                             * @description False if no document that says so was read.
                             * @example true
                             */
                            verified: boolean;
                        }[];
                        /** @description Times in which several rates stood side by side. */
                        regimes: {
                            /**
                             * Format: date
                             * @description The first day.
                             * @example 2026-03-17
                             */
                            since: string;
                            until: string | null;
                            /**
                             * @description The rates of official sources in comparison with others.
                             * @example Official sources print the fixed rate; cash was 10 to 25 % dearer.
                             */
                            note: string;
                            /**
                             * @description False if no document that says so was read.
                             * @example true
                             */
                            verified: boolean;
                        }[];
                        /** @description The series of the sources that quote it; those that go on longest first. */
                        sources: {
                            /**
                             * @description The code of the source.
                             * @example ecb
                             */
                            bank: string;
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            name: string;
                            /**
                             * @description The currency that is priced: the rate is for one unit of it.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which the base is priced.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * Format: date
                             * @description The first date with a rate.
                             * @example 2026-03-17
                             */
                            first_date: string;
                            /**
                             * Format: date
                             * @description The last date with a rate.
                             * @example 2026-03-17
                             */
                            last_date: string;
                        }[];
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getRate: {
        parameters: {
            query: {
                /** @description The currency that is priced: the rate is for one unit of it. Needs `target`. */
                source: string;
                /** @description The currency in which the rate is expressed. Needs `source`. */
                target: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Units of the target currency for one unit of the source currency.
                         * @example 1.0834
                         */
                        rate: number;
                        /**
                         * @description The kind of feed: a feed of interbank rates, or official tables and rates calculated from them.
                         * @example official
                         * @enum {string}
                         */
                        source: "interbank" | "official";
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            502: components["responses"]["Error502"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getRates: {
        parameters: {
            query?: {
                /** @description The currency that is priced: the rates are for one unit of it. The default is the US dollar. */
                source?: string;
                /** @description The currencies in which the rates are expressed, separated by commas. The default is all. One that has no rate is left out and named in the header `X-Missing-Targets`. */
                target?: string;
                /** @description Returns the rates at this instant. Needs a paid plan. */
                time?: string;
                /** @description The start of a series. Needs a paid plan. */
                from?: string;
                /** @description The end of a series, exclusive. The default is now. If it is the same date as `from`, the series is that day. */
                to?: string;
                /** @description The interval of a series; each interval has its last rate. The default is day. Without `from`, only the last interval that has a rate. */
                group?: "minute" | "hour" | "day" | "week" | "month";
                /** @description An amount of the source currency to convert. Needs exactly one target. */
                amount?: string;
                /** @description The most units that the answer may cost; a dearer one is refused. */
                max_cost?: string;
                /** @description The format of the answer. */
                format?: "json" | "csv" | "xml" | "xlsx" | "ndjson" | "parquet";
                /** @description Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject. */
                bom?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Units of the target currency for one unit of the source currency.
                         * @example 1.0834
                         */
                        rate: number;
                        /**
                         * @description The requested source currency: the rate is for one unit of it.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The requested target currency, in which the rate is expressed.
                         * @example USD
                         */
                        target: string;
                        /**
                         * Format: date-time
                         * @description The time of the rate: as reported by the feed, or 00:00 UTC on the day of the official tables.
                         * @example 2026-03-17T15:00:00.000Z
                         */
                        time: string;
                    }[] | {
                        from: {
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            currency: string;
                            /**
                             * @description The exact amount.
                             * @example 250
                             */
                            amount: number;
                        };
                        to: {
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            currency: string;
                            /**
                             * @description The exact amount.
                             * @example 250
                             */
                            amount: number;
                        };
                        /**
                         * @description Units of the target currency for one unit of the source currency.
                         * @example 1.0834
                         */
                        rate: number;
                        /**
                         * @description The kind of feed: a feed of interbank rates, or official tables and rates calculated from them.
                         * @example official
                         * @enum {string}
                         */
                        source: "interbank" | "official";
                        /**
                         * Format: date-time
                         * @description The time of the rate: as reported by the feed, or 00:00 UTC on the day of the official tables.
                         * @example 2026-03-17T15:00:00.000Z
                         */
                        time: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            502: components["responses"]["Error502"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getHistoricalRates: {
        parameters: {
            query: {
                /** @description The currency that is priced: the rate is for one unit of it. Needs `target`. */
                source: string;
                /** @description The currency in which the rates are expressed, or several separated by commas. */
                target: string;
                /** @description The period up to now. The default is 7d, unless `from` or `to` is set. */
                period?: "1d" | "7d" | "30d" | "1y";
                /** @description The first day of a window, instead of `period`. The default is `to`. */
                from?: string;
                /** @description The last day of a window, at most a year after `from`. The default is `from`. */
                to?: string;
                /** @description The format of the answer. */
                format?: "json" | "csv" | "xml" | "xlsx" | "ndjson" | "parquet";
                /** @description Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject. */
                bom?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The requested source currency: the rate is for one unit of it.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The requested target currencies, separated by commas.
                         * @example USD
                         */
                        target: string;
                        /** @description The last rate known at the end of each hour or day, oldest first. */
                        data: {
                            /**
                             * @description The day, or for 1d the start of the hour, in UTC.
                             * @example 2026-03-17
                             */
                            date: string;
                            /**
                             * @description The target currency, if several were requested.
                             * @example USD
                             */
                            target?: string;
                            /**
                             * @description Units of the target currency for one unit of the source currency.
                             * @example 1.0834
                             */
                            rate: number;
                            /**
                             * @description The start of the hour or day, in milliseconds since 1970.
                             * @example 1795132800000
                             */
                            timestamp: number;
                        }[];
                        /**
                         * @description The targets that have no rate.
                         * @example [
                         *       "HRK"
                         *     ]
                         */
                        missing?: string[];
                        /**
                         * @description The kind of feed: official if at least one of the rates is official.
                         * @example official
                         * @enum {string}
                         */
                        source_api: "interbank" | "official";
                        /**
                         * @description The requested period.
                         * @enum {string}
                         */
                        period?: "1d" | "7d" | "30d" | "1y";
                        /**
                         * Format: date
                         * @description The first requested day.
                         * @example 2026-03-17
                         */
                        from?: string;
                        /**
                         * Format: date
                         * @description The last requested day.
                         * @example 2026-03-17
                         */
                        to?: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            502: components["responses"]["Error502"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getCompatALatest: {
        parameters: {
            query?: {
                /** @description The currency that is priced: the rates are for one unit of it. If it is not EUR, they are crosses within the table. */
                base?: string;
                /** @description The currencies to return. The default is all in the table. */
                symbols?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The currency that is priced: the rate is for one unit of it.
                         * @example EUR
                         */
                        base: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        date: string;
                        /** @description The rate of the base in each currency, by currency code. Includes the base itself, as 1, if it is requested or is not EUR. */
                        rates: {
                            [key: string]: number;
                        };
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description The source to credit wherever the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use; null if they are not known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getCompatAHistory: {
        parameters: {
            query: {
                /** @description The first date. */
                start_at: string;
                /** @description The last date, at most one year after the first. */
                end_at: string;
                /** @description The currency that is priced: the rates are for one unit of it. If it is not EUR, they are crosses within the table. */
                base?: string;
                /** @description The currencies to return. The default is all in the table. */
                symbols?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rates by the date of their table. Dates without a table, and those whose table lacks the base or all requested symbols, are left out. */
                        rates: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                        /**
                         * Format: date
                         * @description The first requested date.
                         * @example 2026-03-17
                         */
                        start_at: string;
                        /**
                         * Format: date
                         * @description The last requested date.
                         * @example 2026-03-17
                         */
                        end_at: string;
                        /**
                         * @description The currency that is priced: the rate is for one unit of it.
                         * @example EUR
                         */
                        base: string;
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description The source to credit wherever the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use; null if they are not known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getCompatAByDate: {
        parameters: {
            query?: {
                /** @description The currency that is priced: the rates are for one unit of it. If it is not EUR, they are crosses within the table. */
                base?: string;
                /** @description The currencies to return. The default is all in the table. */
                symbols?: string;
            };
            header?: never;
            path: {
                /** @description A date; the answer is the newest table on or before it. */
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The currency that is priced: the rate is for one unit of it.
                         * @example EUR
                         */
                        base: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        date: string;
                        /** @description The rate of the base in each currency, by currency code. Includes the base itself, as 1, if it is requested or is not EUR. */
                        rates: {
                            [key: string]: number;
                        };
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description The source to credit wherever the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use; null if they are not known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getCompatBLatest: {
        parameters: {
            query?: {
                /** @description The currency that is priced: the rates are for one unit of it. If it is not EUR, they are crosses within the table. */
                base?: string;
                /** @description The currencies to return. The default is all in the table. */
                symbols?: string;
                /** @description Rounds to this number of decimals, half up. By default nothing is rounded. */
                places?: string;
                /** @description The amount of the base to price. The default is one. */
                amount?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description The currency that is priced: the rate is for one unit of it.
                         * @example EUR
                         */
                        base: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        date: string;
                        /** @description The rate of the base in each currency, by currency code. Includes the base itself unless `symbols` leaves it out, and excludes requested symbols that the table does not have. */
                        rates: {
                            [key: string]: number;
                        };
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description The source to credit wherever the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use; null if they are not known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is invalid: the message names it and says what it accepts. Codes: `invalid_parameter`, `unknown_currency`, `unknown_parameter`, `invalid_body`, `invalid_request`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The units of the account are used up, or a rate limit is reached. Codes: `rate_limited`, `allowance_used_up`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description An internal error, logged under the id. Codes: `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The service is not available at the moment. Codes: `unavailable`, `busy`, `not_ingested`. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The query exceeds the time limit of the database. Request less data. Codes: `query_timeout`. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
        };
    };
    getCompatBTimeseries: {
        parameters: {
            query: {
                /** @description The first date. */
                start_date: string;
                /** @description The last date, at most one year after the first. */
                end_date: string;
                /** @description The currency that is priced: the rates are for one unit of it. If it is not EUR, they are crosses within the table. */
                base?: string;
                /** @description The currencies to return. The default is all in the table. */
                symbols?: string;
                /** @description Rounds to this number of decimals, half up. By default nothing is rounded. */
                places?: string;
                /** @description The amount of the base to price. The default is one. */
                amount?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @constant */
                        timeseries: true;
                        /**
                         * Format: date
                         * @description The first requested date.
                         * @example 2026-03-17
                         */
                        start_date: string;
                        /**
                         * Format: date
                         * @description The last requested date.
                         * @example 2026-03-17
                         */
                        end_date: string;
                        /**
                         * @description The currency that is priced: the rate is for one unit of it.
                         * @example EUR
                         */
                        base: string;
                        /** @description The rates by the date of their table. Dates without a table, and those whose table lacks the base or all requested symbols, are left out. */
                        rates: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description The source to credit wherever the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use; null if they are not known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is invalid: the message names it and says what it accepts. Codes: `invalid_parameter`, `unknown_currency`, `unknown_parameter`, `invalid_body`, `invalid_request`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The key or the session is missing, unknown or no longer valid. Codes: `key_missing`, `key_invalid`, `login_required`, `wrong_credentials`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The units of the account are used up, or a rate limit is reached. Codes: `rate_limited`, `allowance_used_up`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description An internal error, logged under the id. Codes: `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The service is not available at the moment. Codes: `unavailable`, `busy`, `not_ingested`. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The query exceeds the time limit of the database. Request less data. Codes: `query_timeout`. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
        };
    };
    getCompatBConvert: {
        parameters: {
            query: {
                /** @description The currency of the amount. */
                from: string;
                /** @description The currency to convert to. */
                to: string;
                /** @description The amount. The default is one. */
                amount?: string;
                /** @description Converts at the newest table on or before this date. Needs a key. */
                date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        query: {
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            from: string;
                            /**
                             * @description A currency (ISO 4217).
                             * @example EUR
                             */
                            to: string;
                            /**
                             * @description The requested amount.
                             * @example 25
                             */
                            amount: number;
                        };
                        info: {
                            /**
                             * @description Units of the currency for one unit of the base, or for the requested amount.
                             * @example 1.0834
                             */
                            rate: number;
                        };
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        date: string;
                        /**
                         * @description The amount in the other currency.
                         * @example 29.04
                         */
                        result: number;
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description The source to credit wherever the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use; null if they are not known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is invalid: the message names it and says what it accepts. Codes: `invalid_parameter`, `unknown_currency`, `unknown_parameter`, `invalid_body`, `invalid_request`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The key or the session is missing, unknown or no longer valid. Codes: `key_missing`, `key_invalid`, `login_required`, `wrong_credentials`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description There is nothing under this name, or no such rate. Codes: `not_found`, `unknown_path`, `unknown_source`, `pair_not_covered`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The units of the account are used up, or a rate limit is reached. Codes: `rate_limited`, `allowance_used_up`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description An internal error, logged under the id. Codes: `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The service is not available at the moment. Codes: `unavailable`, `busy`, `not_ingested`. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The query exceeds the time limit of the database. Request less data. Codes: `query_timeout`. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
        };
    };
    getCompatBFluctuation: {
        parameters: {
            query: {
                /** @description The first date. */
                start_date: string;
                /** @description The last date, at most one year after the first. */
                end_date: string;
                /** @description The currency that is priced: the rates are for one unit of it. If it is not EUR, they are crosses within the table. */
                base?: string;
                /** @description The currencies to return. The default is all in the table. */
                symbols?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @constant */
                        fluctuation: true;
                        /**
                         * Format: date
                         * @description The first requested date.
                         * @example 2026-03-17
                         */
                        start_date: string;
                        /**
                         * Format: date
                         * @description The last requested date.
                         * @example 2026-03-17
                         */
                        end_date: string;
                        /**
                         * @description The currency that is priced: the rate is for one unit of it.
                         * @example EUR
                         */
                        base: string;
                        /** @description The rates at the newest tables on or before both dates, by currency. A currency that one of them lacks is left out. */
                        rates: {
                            [key: string]: {
                                /**
                                 * @description Units of the currency for one unit of the base, or for the requested amount.
                                 * @example 1.0834
                                 */
                                start_rate: number;
                                /**
                                 * @description Units of the currency for one unit of the base, or for the requested amount.
                                 * @example 1.0834
                                 */
                                end_rate: number;
                                /**
                                 * @description The last rate minus the first.
                                 * @example -0.0012
                                 */
                                change: number;
                                /**
                                 * @description The change in per cent of the first rate, with four decimals.
                                 * @example -0.1034
                                 */
                                change_pct: number;
                            };
                        };
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description The source to credit wherever the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use; null if they are not known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is invalid: the message names it and says what it accepts. Codes: `invalid_parameter`, `unknown_currency`, `unknown_parameter`, `invalid_body`, `invalid_request`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The key or the session is missing, unknown or no longer valid. Codes: `key_missing`, `key_invalid`, `login_required`, `wrong_credentials`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description There is nothing under this name, or no such rate. Codes: `not_found`, `unknown_path`, `unknown_source`, `pair_not_covered`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The units of the account are used up, or a rate limit is reached. Codes: `rate_limited`, `allowance_used_up`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description An internal error, logged under the id. Codes: `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The service is not available at the moment. Codes: `unavailable`, `busy`, `not_ingested`. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The query exceeds the time limit of the database. Request less data. Codes: `query_timeout`. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
        };
    };
    getCompatBSymbols: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The names of the currencies by code. */
                        symbols: {
                            [key: string]: string;
                        };
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description The source to credit wherever the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use; null if they are not known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is invalid: the message names it and says what it accepts. Codes: `invalid_parameter`, `unknown_currency`, `unknown_parameter`, `invalid_body`, `invalid_request`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The units of the account are used up, or a rate limit is reached. Codes: `rate_limited`, `allowance_used_up`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description An internal error, logged under the id. Codes: `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The service is not available at the moment. Codes: `unavailable`, `busy`, `not_ingested`. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The query exceeds the time limit of the database. Request less data. Codes: `query_timeout`. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
        };
    };
    getCompatBByDate: {
        parameters: {
            query?: {
                /** @description The currency that is priced: the rates are for one unit of it. If it is not EUR, they are crosses within the table. */
                base?: string;
                /** @description The currencies to return. The default is all in the table. */
                symbols?: string;
                /** @description Rounds to this number of decimals, half up. By default nothing is rounded. */
                places?: string;
                /** @description The amount of the base to price. The default is one. */
                amount?: string;
            };
            header?: never;
            path: {
                /** @description A date; the answer is the newest table on or before it. */
                date: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description The currency that is priced: the rate is for one unit of it.
                         * @example EUR
                         */
                        base: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        date: string;
                        /** @description The rate of the base in each currency, by currency code. Includes the base itself unless `symbols` leaves it out, and excludes requested symbols that the table does not have. */
                        rates: {
                            [key: string]: number;
                        };
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description The source to credit wherever the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use; null if they are not known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is invalid: the message names it and says what it accepts. Codes: `invalid_parameter`, `unknown_currency`, `unknown_parameter`, `invalid_body`, `invalid_request`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The key or the session is missing, unknown or no longer valid. Codes: `key_missing`, `key_invalid`, `login_required`, `wrong_credentials`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description There is nothing under this name, or no such rate. Codes: `not_found`, `unknown_path`, `unknown_source`, `pair_not_covered`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The units of the account are used up, or a rate limit is reached. Codes: `rate_limited`, `allowance_used_up`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description An internal error, logged under the id. Codes: `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The service is not available at the moment. Codes: `unavailable`, `busy`, `not_ingested`. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
            /** @description The query exceeds the time limit of the database. Request less data. Codes: `query_timeout`. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        success?: unknown;
                        details?: unknown;
                    };
                };
            };
        };
    };
    getCompatCLatest: {
        parameters: {
            query?: {
                /** @description The currency that is priced: the rates are for one unit of it. If it is not EUR, they are crosses within the table. */
                base?: string;
                /** @description The currencies to return. The default is all in the table. */
                symbols?: string;
                /** @description Another name of `base`. */
                from?: string;
                /** @description Another name of `symbols`. */
                to?: string;
                /** @description The amount of the base to price. The default is one. */
                amount?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The requested amount of the base; 1 by default.
                         * @example 1
                         */
                        amount: number;
                        /**
                         * @description The currency that is priced: the rate is for one unit of it.
                         * @example EUR
                         */
                        base: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        date: string;
                        /** @description The rate of the base, or of the amount of it, in each currency. Includes the base itself only if it is requested. */
                        rates: {
                            [key: string]: number;
                        };
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description The source to credit wherever the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use; null if they are not known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is invalid: the message names it and says what it accepts. Codes: `invalid_parameter`, `unknown_currency`, `unknown_parameter`, `invalid_body`, `invalid_request`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description There is nothing under this name, or no such rate. Codes: `not_found`, `unknown_path`, `unknown_source`, `pair_not_covered`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description The units of the account are used up, or a rate limit is reached. Codes: `rate_limited`, `allowance_used_up`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description An internal error, logged under the id. Codes: `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description The service is not available at the moment. Codes: `unavailable`, `busy`, `not_ingested`. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description The query exceeds the time limit of the database. Request less data. Codes: `query_timeout`. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
        };
    };
    getCompatCCurrencies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: string;
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is invalid: the message names it and says what it accepts. Codes: `invalid_parameter`, `unknown_currency`, `unknown_parameter`, `invalid_body`, `invalid_request`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description The units of the account are used up, or a rate limit is reached. Codes: `rate_limited`, `allowance_used_up`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description An internal error, logged under the id. Codes: `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description The service is not available at the moment. Codes: `unavailable`, `busy`, `not_ingested`. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description The query exceeds the time limit of the database. Request less data. Codes: `query_timeout`. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
        };
    };
    getCompatCByDates: {
        parameters: {
            query?: {
                /** @description The currency that is priced: the rates are for one unit of it. If it is not EUR, they are crosses within the table. */
                base?: string;
                /** @description The currencies to return. The default is all in the table. */
                symbols?: string;
                /** @description Another name of `base`. */
                from?: string;
                /** @description Another name of `symbols`. */
                to?: string;
                /** @description The amount of the base to price. The default is one. */
                amount?: string;
            };
            header?: never;
            path: {
                /** @description A date, for the newest table on or before it; or a range of at most one year, such as `2026-03-02..2026-03-17`, or `2026-03-02..` up to today. */
                dates: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The requested amount of the base; 1 by default.
                         * @example 1
                         */
                        amount: number;
                        /**
                         * @description The currency that is priced: the rate is for one unit of it.
                         * @example EUR
                         */
                        base: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        date: string;
                        /** @description The rate of the base, or of the amount of it, in each currency. Includes the base itself only if it is requested. */
                        rates: {
                            [key: string]: number;
                        };
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description The source to credit wherever the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use; null if they are not known. */
                            terms: string | null;
                        };
                    } | {
                        /**
                         * @description The requested amount of the base; 1 by default.
                         * @example 1
                         */
                        amount: number;
                        /**
                         * @description The currency that is priced: the rate is for one unit of it.
                         * @example EUR
                         */
                        base: string;
                        /**
                         * Format: date
                         * @description The date of the first table.
                         * @example 2026-03-17
                         */
                        start_date: string;
                        /**
                         * Format: date
                         * @description The date of the last table.
                         * @example 2026-03-17
                         */
                        end_date: string;
                        /** @description The rates by the date of their table. Dates without a table, and those whose table lacks the base or all requested symbols, are left out. */
                        rates: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description The source to credit wherever the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page where a person can check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use; null if they are not known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is invalid: the message names it and says what it accepts. Codes: `invalid_parameter`, `unknown_currency`, `unknown_parameter`, `invalid_body`, `invalid_request`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description The key or the session is missing, unknown or no longer valid. Codes: `key_missing`, `key_invalid`, `login_required`, `wrong_credentials`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description There is nothing under this name, or no such rate. Codes: `not_found`, `unknown_path`, `unknown_source`, `pair_not_covered`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description The units of the account are used up, or a rate limit is reached. Codes: `rate_limited`, `allowance_used_up`. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description An internal error, logged under the id. Codes: `internal_error`. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description The service is not available at the moment. Codes: `unavailable`, `busy`, `not_ingested`. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
            /** @description The query exceeds the time limit of the database. Request less data. Codes: `query_timeout`. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        message?: unknown;
                    };
                };
            };
        };
    };
    getPublicCentralBankByBank: {
        parameters: {
            query?: {
                /** @description The format of the answer. */
                format?: "json" | "csv" | "xlsx";
                /** @description Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                /** @description The code of a source, as listed by /api/v1/central-banks. */
                bank: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        bank: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-03-17
                         */
                        rate_date: string;
                        rates: {
                            /**
                             * @description The currency that is priced: the rate is for one unit of it.
                             * @example EUR
                             */
                            base_ccy: string;
                            /**
                             * @description The currency in which the base is priced.
                             * @example USD
                             */
                            quote_ccy: string;
                            /**
                             * @description The rate type, such as reference, buy or monthly_average.
                             * @example reference
                             */
                            rate_type: string;
                            /**
                             * @description The published value with all its digits, for one unit of base.
                             * @example 1.0834
                             */
                            value: number;
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                    };
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getPublicCentralBankHistory: {
        parameters: {
            query?: {
                /** @description The first date. The default is one year before `to`. */
                from?: string;
                /** @description The last date. The default is today (UTC). */
                to?: string;
                /** @description A rate type of the source. The default is the first of its rate types that has the pair. */
                type?: string;
                /** @description The format of the answer. */
                format?: "json" | "csv" | "xlsx" | "ndjson";
                /** @description Set to 0 to leave out the byte-order mark of CSV, which spreadsheets need and some programs reject. */
                bom?: "0" | "1";
            };
            header?: never;
            path: {
                /** @description The code of a source, as listed by /api/v1/central-banks. */
                bank: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        bank: string;
                        /**
                         * Format: date
                         * @description The first requested date.
                         * @example 2026-03-17
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description The last requested date.
                         * @example 2026-03-17
                         */
                        to: string;
                        rates: {
                            /**
                             * Format: date
                             * @description The date of the table.
                             * @example 2026-03-17
                             */
                            rate_date: string;
                            /**
                             * @description The currency that is priced: the rate is for one unit of it.
                             * @example EUR
                             */
                            base_ccy: string;
                            /**
                             * @description The currency in which the base is priced.
                             * @example USD
                             */
                            quote_ccy: string;
                            /**
                             * @description The rate type, such as reference, buy or monthly_average.
                             * @example reference
                             */
                            rate_type: string;
                            /**
                             * @description The published value with all its digits, for one unit of base.
                             * @example 1.0834
                             */
                            value: number;
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                    };
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    postAgentKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The purpose of the key.
                     * @default trial
                     * @example dashboard
                     */
                    name?: string;
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The purpose of the key.
                     * @default trial
                     * @example dashboard
                     */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The requested data. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The key in plain text. It is shown only once.
                         * @example rb_0000000000000000000000000000000
                         */
                        api_key: string;
                        /** @constant */
                        plan: "trial";
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        calls: number;
                        /**
                         * Format: date-time
                         * @description An instant in UTC.
                         * @example 2026-03-17T15:00:00.000Z
                         */
                        expires_at: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    postAuthSignUpEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The e-mail address, in any case.
                     * @example ada@example.org
                     */
                    email: string;
                    /**
                     * @description The new password, 8 to 128 characters.
                     * @example correct horse battery
                     */
                    password: string;
                    /**
                     * @description The name by which the user wants to be addressed.
                     * @default
                     * @example Ada
                     */
                    name?: string;
                    /**
                     * @description The token of the link with which the first operator registers.
                     * @example 0000000000000000
                     */
                    operator?: string;
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The e-mail address, in any case.
                     * @example ada@example.org
                     */
                    email: string;
                    /**
                     * @description The new password, 8 to 128 characters.
                     * @example correct horse battery
                     */
                    password: string;
                    /**
                     * @description The name by which the user wants to be addressed.
                     * @default
                     * @example Ada
                     */
                    name?: string;
                    /**
                     * @description The token of the link with which the first operator registers.
                     * @example 0000000000000000
                     */
                    operator?: string;
                };
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: null;
                        user: {
                            email: string;
                            name: string;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    postAuthSignInEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The e-mail address, in any case.
                     * @example ada@example.org
                     */
                    email: string;
                    /**
                     * @description The password.
                     * @example correct horse battery
                     */
                    password: string;
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The e-mail address, in any case.
                     * @example ada@example.org
                     */
                    email: string;
                    /**
                     * @description The password.
                     * @example correct horse battery
                     */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: {
                            email: string;
                            name: string;
                        };
                        api_key?: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    postAuthSignOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getAuthGetSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        session: {
                            expiresAt: string;
                        };
                        user: {
                            email: string;
                            name: string;
                        };
                    } | null;
                };
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    postAuthChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The password.
                     * @example correct horse battery
                     */
                    currentPassword: string;
                    /**
                     * @description The new password, 8 to 128 characters.
                     * @example correct horse battery
                     */
                    newPassword: string;
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The password.
                     * @example correct horse battery
                     */
                    currentPassword: string;
                    /**
                     * @description The new password, 8 to 128 characters.
                     * @example correct horse battery
                     */
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    postAuthRequestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The e-mail address, in any case.
                     * @example ada@example.org
                     */
                    email: string;
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The e-mail address, in any case.
                     * @example ada@example.org
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    postAuthResetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The token at the end of the mailed link.
                     * @example 0000000000000000
                     */
                    token: string;
                    /**
                     * @description The new password, 8 to 128 characters.
                     * @example correct horse battery
                     */
                    newPassword: string;
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The token at the end of the mailed link.
                     * @example 0000000000000000
                     */
                    token: string;
                    /**
                     * @description The new password, 8 to 128 characters.
                     * @example correct horse battery
                     */
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getAuthVerifyEmail: {
        parameters: {
            query: {
                /** @description The token of the mailed link. */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            302: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example ada@example.org */
                        email: string;
                        is_operator: boolean;
                        /** @enum {string} */
                        plan: "free" | "trial" | "developer" | "business" | "enterprise";
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        limit: number;
                        /**
                         * @description The number of items.
                         * @example 1
                         */
                        used: number;
                        resets_at: string | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getAccountUsage: {
        parameters: {
            query?: {
                /** @description The first day. The default is the first of this month (UTC). */
                from?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date
                         * @description The first day.
                         * @example 2026-03-17
                         */
                        from: string;
                        usage: {
                            /**
                             * Format: date
                             * @description A day in UTC.
                             * @example 2026-03-17
                             */
                            day: string;
                            endpoint: string;
                            /**
                             * @description The number of items.
                             * @example 1
                             */
                            requests: number;
                            /**
                             * @description The number of items.
                             * @example 1
                             */
                            units: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getAccountKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            /**
                             * @description The number of the key.
                             * @example 7
                             */
                            id: number;
                            /**
                             * @description The first characters of the key.
                             * @example rb_3f9aX
                             */
                            prefix: string;
                            /**
                             * @description The purpose of the key.
                             * @example dashboard
                             */
                            name: string;
                            /**
                             * Format: date-time
                             * @description An instant in UTC.
                             * @example 2026-03-17T15:00:00.000Z
                             */
                            created_at: string;
                            last_used_at: string | null;
                            disabled_at: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    postAccountKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The purpose of the key.
                     * @example dashboard
                     */
                    name: string;
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The purpose of the key.
                     * @example dashboard
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The requested data. */
            201: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The number of the key.
                         * @example 7
                         */
                        id: number;
                        /**
                         * @description The key in plain text. It is shown only once.
                         * @example rb_0000000000000000000000000000000
                         */
                        api_key: string;
                        /**
                         * @description The purpose of the key.
                         * @example dashboard
                         */
                        name: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    deleteAccountKeysById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of a key of the account. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The number of the key.
                         * @example 7
                         */
                        id: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getAccountWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: {
                            /**
                             * @description The number of the webhook.
                             * @example 7
                             */
                            id: number;
                            /**
                             * @description The address to which events are posted.
                             * @example https://example.org/rates
                             */
                            url: string;
                            /** @description The sources whose events are sent; null for all. */
                            banks: string[] | null;
                            /**
                             * @description The kinds of events that are sent.
                             * @example [
                             *       "table",
                             *       "correction"
                             *     ]
                             */
                            kinds: ("table" | "correction" | "overdue")[];
                            /**
                             * @description Signs the messages, as in Standard Webhooks.
                             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                             */
                            secret: string;
                            /** @description Until when the former secret signs too; null if it does not. */
                            former_until: string | null;
                            disabled_at: string | null;
                            /** @description Why nothing is sent; null if it is enabled. */
                            disabled_why: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    postAccountWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The address to which events are posted. It starts with `https://`.
                     * @example https://example.org/rates
                     */
                    url: string;
                    /**
                     * @description Sends only the events of these sources. The default is all.
                     * @example [
                     *       "ecb"
                     *     ]
                     */
                    banks?: string[];
                    /**
                     * @description Sends only events of these kinds. The default is all.
                     * @example [
                     *       "table",
                     *       "correction"
                     *     ]
                     */
                    kinds?: ("table" | "correction" | "overdue")[];
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The address to which events are posted. It starts with `https://`.
                     * @example https://example.org/rates
                     */
                    url: string;
                    /**
                     * @description Sends only the events of these sources. The default is all.
                     * @example [
                     *       "ecb"
                     *     ]
                     */
                    banks?: string[];
                    /**
                     * @description Sends only events of these kinds. The default is all.
                     * @example [
                     *       "table",
                     *       "correction"
                     *     ]
                     */
                    kinds?: ("table" | "correction" | "overdue")[];
                };
            };
        };
        responses: {
            /** @description The requested data. */
            201: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The number of the webhook.
                         * @example 7
                         */
                        id: number;
                        /**
                         * @description The address to which events are posted.
                         * @example https://example.org/rates
                         */
                        url: string;
                        /** @description The sources whose events are sent; null for all. */
                        banks: string[] | null;
                        /**
                         * @description The kinds of events that are sent.
                         * @example [
                         *       "table",
                         *       "correction"
                         *     ]
                         */
                        kinds: ("table" | "correction" | "overdue")[];
                        /**
                         * @description Signs the messages, as in Standard Webhooks.
                         * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                         */
                        secret: string;
                        /** @description Until when the former secret signs too; null if it does not. */
                        former_until: string | null;
                        disabled_at: string | null;
                        /** @description Why nothing is sent; null if it is enabled. */
                        disabled_why: string | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getAccountWebhooksDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of a webhook of the account. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: {
                            /**
                             * @description The `webhook-id` of the message, the same at each attempt.
                             * @example msg_1042
                             */
                            message: string;
                            /** @enum {string} */
                            type: "table" | "correction" | "overdue" | "test";
                            /** @description The source of the event; null for a test. */
                            bank: string | null;
                            /**
                             * Format: date-time
                             * @description An instant in UTC.
                             * @example 2026-03-17T15:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description How many attempts were made.
                             * @example 1
                             */
                            attempts: number;
                            /** @description When the next attempt is due; null if there will be none. */
                            next_at: string | null;
                            /** @description When the message was taken; null if it was not. */
                            delivered_at: string | null;
                            /**
                             * @description The status of the last answer; null if there was none.
                             * @example 200
                             */
                            status: number | null;
                            /** @description Why the last attempt failed; null if it did not. */
                            error: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    postAccountWebhooksByAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of a webhook of the account. */
                id: string;
                /** @description `test` sends a test message, `rotate` replaces the secret, `disable` stops the messages, and `enable` starts them again. */
                action: "test" | "rotate" | "disable" | "enable";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The number of the webhook.
                         * @example 7
                         */
                        id: number;
                        /**
                         * @description The address to which events are posted.
                         * @example https://example.org/rates
                         */
                        url: string;
                        /** @description The sources whose events are sent; null for all. */
                        banks: string[] | null;
                        /**
                         * @description The kinds of events that are sent.
                         * @example [
                         *       "table",
                         *       "correction"
                         *     ]
                         */
                        kinds: ("table" | "correction" | "overdue")[];
                        /**
                         * @description Signs the messages, as in Standard Webhooks.
                         * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                         */
                        secret: string;
                        /** @description Until when the former secret signs too; null if it does not. */
                        former_until: string | null;
                        disabled_at: string | null;
                        /** @description Why nothing is sent; null if it is enabled. */
                        disabled_why: string | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    deleteAccountWebhooksById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of a webhook of the account. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The number of the webhook.
                         * @example 7
                         */
                        id: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getOpenapiJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3.1.1 */
                        openapi: string;
                        paths: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getLlmsTxt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller already has the current answer. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getLogCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getLogConsistency: {
        parameters: {
            query: {
                /** @description The size in the earlier checkpoint. */
                earlier: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The size in the earlier checkpoint.
                         * @example 1
                         */
                        earlier: number;
                        /**
                         * @description The number of leaves now.
                         * @example 1
                         */
                        size: number;
                        /**
                         * Format: base64
                         * @description The root of the tree now, as Base64.
                         * @example 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
                         */
                        root: string;
                        /** @description The nodes of the proof, in the order of the RFC. */
                        proof: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getLogTileByIndex: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The level of the tile, or `entries`. */
                level: string;
                /** @description The index in groups of three digits, all but the last behind an `x`; with `.p/` and a width for the first part of a tile. */
                index: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getWellKnownJwksJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The name of the log.
                         * @example rates.example.com/log
                         */
                        origin: string;
                        keys: {
                            /** @constant */
                            kty: "OKP";
                            /** @constant */
                            crv: "Ed25519";
                            /**
                             * @description The key (RFC 8037).
                             * @example 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
                             */
                            x: string;
                            /**
                             * @description The thumbprint of the key (RFC 7638).
                             * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
                             */
                            kid: string;
                            /** @constant */
                            use: "sig";
                            /** @constant */
                            alg: "EdDSA";
                            /**
                             * Format: date-time
                             * @description When the key came into use.
                             * @example 2026-03-17T15:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When the key was retired.
                             * @example 2026-03-17T15:00:00.000Z
                             */
                            retired_at?: string;
                            /**
                             * @description The key for verifiers of signed notes (C2SP signed-note).
                             * @example rates.example.com/log+1b5ee6f0+AdnR7AHuRjcD
                             */
                            note_key: string;
                            /**
                             * @description The key for verifiers of the cosignatures that this service makes as a witness (C2SP tlog-cosignature).
                             * @example rates.example.com/log+5a0d1f3c+BNnR7AHuRjcD
                             */
                            witness_key: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    postAddCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/plain": string;
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getHealthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["Error400"];
            500: components["responses"]["Error500"];
        };
    };
    getReadyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ready";
                    };
                };
            };
            400: components["responses"]["Error400"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["Error400"];
            500: components["responses"]["Error500"];
        };
    };
    postMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The version of JSON-RPC.
                     * @example 2.0
                     * @constant
                     */
                    jsonrpc: "2.0";
                    /**
                     * @description For a request: the id that its answer repeats.
                     * @example 1
                     */
                    id?: string | number;
                    /**
                     * @description The method to call.
                     * @example tools/list
                     */
                    method?: string;
                    /**
                     * @description The parameters of the method.
                     * @example {}
                     */
                    params?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description For an answer to the server: its result.
                     * @example {}
                     */
                    result?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description For an answer to the server: its error.
                     * @example {
                     *       "code": -32601,
                     *       "message": "Method not found"
                     *     }
                     */
                    error?: {
                        [key: string]: unknown;
                    };
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The version of JSON-RPC.
                     * @example 2.0
                     * @constant
                     */
                    jsonrpc: "2.0";
                    /**
                     * @description For a request: the id that its answer repeats.
                     * @example 1
                     */
                    id?: string | number;
                    /**
                     * @description The method to call.
                     * @example tools/list
                     */
                    method?: string;
                    /**
                     * @description The parameters of the method.
                     * @example {}
                     */
                    params?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description For an answer to the server: its result.
                     * @example {}
                     */
                    result?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description For an answer to the server: its error.
                     * @example {
                     *       "code": -32601,
                     *       "message": "Method not found"
                     *     }
                     */
                    error?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        jsonrpc: "2.0";
                        id: string | number;
                        result?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getSdmx21DataByPath: {
        parameters: {
            query?: {
                /** @description The first period. */
                startPeriod?: string;
                /** @description The last period, which counts to its end. */
                endPeriod?: string;
                /** @description Returns only figures that changed after this instant, and those withdrawn since. */
                updatedAfter?: string;
                /** @description Returns this number of figures from the start of each series. */
                firstNObservations?: string;
                /** @description Returns this number of figures from the end of each series. */
                lastNObservations?: string;
                /** @description The dimension at the level of observations; AllDimensions for a flat list. */
                dimensionAtObservation?: string;
                /** @description The parts of the answer. */
                detail?: "full" | "dataonly" | "serieskeysonly" | "nodata";
                /** @description With true, returns every version of each daily figure, one data set for each instant at which figures became known. */
                includeHistory?: "true" | "false";
                /** @description The format of the answer; it overrides the Accept header. */
                format?: string;
            };
            header?: never;
            path: {
                /** @description The flow and the key: codes by dimension between points, none for all, several with +. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.sdmx.genericdata+xml;version=2.1": unknown;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            501: components["responses"]["Error501"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getSdmx21AvailableconstraintByPath: {
        parameters: {
            query?: {
                /** @description The first period. */
                startPeriod?: string;
                /** @description The last period, which counts to its end. */
                endPeriod?: string;
                /** @description With available, the conditions on a component do not limit its own values. */
                mode?: "exact" | "available";
                /** @description The related artefacts to return: none, parents, parentsandsiblings, ancestors, children, descendants, all, or a type. */
                references?: string;
                /** @description Returns only figures that changed after this instant, and those withdrawn since. */
                updatedAfter?: string;
                /** @description The format of the answer; it overrides the Accept header. */
                format?: string;
            };
            header?: never;
            path: {
                /** @description The flow, the key, the provider and the component. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.sdmx.structure+xml;version=2.1": unknown;
                };
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getSdmx21SchemaByPath: {
        parameters: {
            query?: {
                /** @description The dimension at the level of observations; AllDimensions for a flat list. */
                dimensionAtObservation?: string;
                /** @description Has no effect, as there is one measure. */
                explicitMeasure?: "true" | "false";
                /** @description The format of the answer; it overrides the Accept header. */
                format?: string;
            };
            header?: never;
            path: {
                /** @description The context, which is dataflow or datastructure, the agency, the id and the version. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.sdmx.schema+xml;version=2.1": unknown;
                };
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getSdmx21ByPath: {
        parameters: {
            query?: {
                /** @description How much of the artefacts to return. */
                detail?: "full" | "allstubs" | "referencestubs" | "allcompletestubs" | "referencecompletestubs" | "referencepartial" | "raw";
                /** @description The related artefacts to return: none, parents, parentsandsiblings, ancestors, children, descendants, all, or a type. */
                references?: string;
                /** @description The format of the answer; it overrides the Accept header. */
                format?: string;
            };
            header?: never;
            path: {
                /** @description The type, the agency, the id, the version and an item; all of them but the type may be left out. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.sdmx.structure+xml;version=2.1": unknown;
                };
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getSdmx30DataByPath: {
        parameters: {
            query?: {
                /** @description A condition on FREQ: values with a comma between them for or, + for and, each with an operator such as ge: before it. */
                "c[FREQ]"?: string;
                /** @description A condition on CURRENCY: values with a comma between them for or, + for and, each with an operator such as ge: before it. */
                "c[CURRENCY]"?: string;
                /** @description A condition on CURRENCY_DENOM: values with a comma between them for or, + for and, each with an operator such as ge: before it. */
                "c[CURRENCY_DENOM]"?: string;
                /** @description A condition on EXR_TYPE: values with a comma between them for or, + for and, each with an operator such as ge: before it. */
                "c[EXR_TYPE]"?: string;
                /** @description A condition on EXR_SUFFIX: values with a comma between them for or, + for and, each with an operator such as ge: before it. */
                "c[EXR_SUFFIX]"?: string;
                /** @description A condition on SOURCE: values with a comma between them for or, + for and, each with an operator such as ge: before it. */
                "c[SOURCE]"?: string;
                /** @description A condition on TIME_PERIOD: values with a comma between them for or, + for and, each with an operator such as ge: before it. */
                "c[TIME_PERIOD]"?: string;
                /** @description Returns only figures that changed after this instant, and those withdrawn since. */
                updatedAfter?: string;
                /** @description Returns this number of figures from the start of each series. */
                firstNObservations?: string;
                /** @description Returns this number of figures from the end of each series. */
                lastNObservations?: string;
                /** @description The dimension at the level of observations; AllDimensions for a flat list. */
                dimensionAtObservation?: string;
                /** @description The attributes to return: dsd, all, none, dataset, series, obs, or ids. */
                attributes?: string;
                /** @description The measures to return: all, none, or OBS_VALUE. */
                measures?: string;
                /** @description With true, returns every version of each daily figure, one data set for each instant at which figures became known. */
                includeHistory?: "true" | "false";
                /** @description The format of the answer; it overrides the Accept header. */
                format?: string;
            };
            header?: never;
            path: {
                /** @description The context, agency, flow, version and key: codes by dimension between points, * for all, several keys with a comma. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.sdmx.data+json;version=2.0.0": unknown;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            501: components["responses"]["Error501"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getSdmx30AvailabilityByPath: {
        parameters: {
            query?: {
                /** @description A condition on FREQ: values with a comma between them for or, + for and, each with an operator such as ge: before it. */
                "c[FREQ]"?: string;
                /** @description A condition on CURRENCY: values with a comma between them for or, + for and, each with an operator such as ge: before it. */
                "c[CURRENCY]"?: string;
                /** @description A condition on CURRENCY_DENOM: values with a comma between them for or, + for and, each with an operator such as ge: before it. */
                "c[CURRENCY_DENOM]"?: string;
                /** @description A condition on EXR_TYPE: values with a comma between them for or, + for and, each with an operator such as ge: before it. */
                "c[EXR_TYPE]"?: string;
                /** @description A condition on EXR_SUFFIX: values with a comma between them for or, + for and, each with an operator such as ge: before it. */
                "c[EXR_SUFFIX]"?: string;
                /** @description A condition on SOURCE: values with a comma between them for or, + for and, each with an operator such as ge: before it. */
                "c[SOURCE]"?: string;
                /** @description A condition on TIME_PERIOD: values with a comma between them for or, + for and, each with an operator such as ge: before it. */
                "c[TIME_PERIOD]"?: string;
                /** @description With available, the conditions on a component do not limit its own values. */
                mode?: "exact" | "available";
                /** @description The related artefacts to return: none, parents, parentsandsiblings, ancestors, children, descendants, all, or a type. */
                references?: string;
                /** @description Returns only figures that changed after this instant, and those withdrawn since. */
                updatedAfter?: string;
                /** @description The format of the answer; it overrides the Accept header. */
                format?: string;
            };
            header?: never;
            path: {
                /** @description The context, agency, flow, version, key and component. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.sdmx.structure+json;version=2.0.0": unknown;
                };
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getSdmx30SchemaByPath: {
        parameters: {
            query?: {
                /** @description The dimension at the level of observations; AllDimensions for a flat list. */
                dimensionAtObservation?: string;
                /** @description Has no effect, as there is one measure. */
                explicitMeasure?: "true" | "false";
                /** @description The format of the answer; it overrides the Accept header. */
                format?: string;
            };
            header?: never;
            path: {
                /** @description The context, which is dataflow or datastructure, the agency, the id and the version. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.sdmx.schema+xml;version=3.0.0": unknown;
                };
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
    getSdmx30StructureByPath: {
        parameters: {
            query?: {
                /** @description How much of the artefacts to return. */
                detail?: "full" | "allstubs" | "referencestubs" | "allcompletestubs" | "referencecompletestubs" | "referencepartial" | "raw";
                /** @description The related artefacts to return: none, parents, parentsandsiblings, ancestors, children, descendants, all, or a type. */
                references?: string;
                /** @description The format of the answer; it overrides the Accept header. */
                format?: string;
            };
            header?: never;
            path: {
                /** @description The type, the agency, the id, the version and an item; all of them but the type may be left out. */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.sdmx.structure+json;version=2.0.0": unknown;
                };
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
            504: components["responses"]["Error504"];
        };
    };
}
