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
         * Every source, also those of which nothing is stored yet
         * @description For anybody with an API key. An answer costs 1 unit.
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
         * One pair at every source that can give it, with statistics
         * @description For anybody with an API key. An answer costs 1 unit.
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
    "/api/v1/central-bank/{bank}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest table of a source, or one pair out of it
         * @description For anybody with an API key. An answer costs 1 unit.
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
         * The published rates of a currency, or one pair, over time
         * @description For those with an API key of a paid plan. An answer costs 1 unit.
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
         * The dates for which a source has a table
         * @description For anybody with an API key. An answer costs 1 unit.
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
         * The table of a source that was in force on a date, or one pair out of it
         * @description For those with an API key of a paid plan. An answer costs 1 unit.
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
         * The documents behind the table that was in force on a date
         * @description For anybody with an API key. An answer costs 1 unit.
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
         * A publication as it came, byte for byte
         * @description For anybody with an API key. An answer costs 1 unit.
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
    "/api/open/central-banks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How fresh each source is
         * @description For anybody. An answer costs nothing.
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
         * The newest table of a source, or one pair out of it, for any web page
         * @description For anybody. An answer costs nothing.
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
         * The country that the caller is in, as the edge before the service knows it, and its currency; nulls where it does not
         * @description For anybody. An answer costs nothing.
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
         * The currencies in use and others with stored rates; historical ones on request
         * @description For anybody. An answer costs nothing.
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
    "/api/rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The market rate of a pair, as short as can be
         * @description For anybody with an API key. An answer costs 1 unit.
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
         * Market rates: of now, of a moment, or over time; an amount at the rate of one pair. Costs a unit for each target
         * @description For anybody with an API key; some of its answers are for paid plans alone. An answer costs a unit for each target.
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
         * A pair over a day in hours, a week or a month in days, or a year in weeks, ready for a chart
         * @description For those with an API key of a paid plan. An answer costs 1 unit.
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
         * The newest table of the European Central Bank’s reference rates, for clients of older services of family A
         * @description For anybody. An answer costs nothing.
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
         * Every table in a range of at most one year of the European Central Bank’s reference rates, for clients of older services of family A
         * @description For those with an API key of a paid plan. An answer costs one unit for each calendar month that the range touches.
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
         * The newest table on or before a date of the European Central Bank’s reference rates, for clients of older services of family A
         * @description For those with an API key of a paid plan. An answer costs 1 unit.
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
         * The newest table of the European Central Bank’s reference rates, for clients of older services of family B
         * @description For anybody. An answer costs nothing.
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
         * Every table in a range of at most one year of the European Central Bank’s reference rates, for clients of older services of family B
         * @description For those with an API key of a paid plan. An answer costs one unit for each calendar month that the range touches.
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
    "/api/compat/b/symbols": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The currencies of the newest table of the European Central Bank’s reference rates, for clients of older services of family B
         * @description For anybody. An answer costs nothing.
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
         * The newest table on or before a date of the European Central Bank’s reference rates, for clients of older services of family B
         * @description For those with an API key of a paid plan. An answer costs 1 unit.
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
    "/api/public/central-bank/{bank}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest table of a source in its raw shape; as a file for those who are logged in
         * @description For anybody; files are for those who are logged in. An answer costs nothing.
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
         * Every table of a source in a window of at most 366 days, one rate a pair and date; costs a unit for each pair and calendar month
         * @description For those who are logged in and on a paid plan. An answer costs a unit for each pair and calendar month.
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
         * A key to try the service with, for programs that cannot register
         * @description For anybody. An answer costs nothing.
         */
        post: operations["postAgentKeys"];
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
         * The service as tools for language models: a message of the Model Context Protocol, by streamable HTTP without sessions
         * @description For anybody. An answer costs nothing.
         */
        post: operations["postMcp"];
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
         * Registers a person. The answer is the same whether the address is known or not, and the first log-in gives the first API key
         * @description For anybody. An answer costs nothing.
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
         * Logs in: the session is in a cookie, and the first time the answer has the account’s first API key
         * @description For anybody. An answer costs nothing.
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
         * Ends the session
         * @description For anybody. An answer costs nothing.
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
         * Who is logged in; null where nobody is
         * @description For anybody. An answer costs nothing.
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
         * Changes the password, and ends all other sessions
         * @description For anybody. An answer costs nothing.
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
         * Mails a link to choose a new password, if the address is registered
         * @description For anybody. An answer costs nothing.
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
         * Sets a new password by what the mailed link ends with, and ends all sessions
         * @description For anybody. An answer costs nothing.
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
         * Confirms an address by the mailed link, and leads to the page to log in
         * @description For anybody. An answer costs nothing.
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
         * Who is logged in, on which plan, and what is used of it
         * @description For those who are logged in. An answer costs nothing.
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
         * What was used since a date, by day (UTC) and endpoint
         * @description For those who are logged in. An answer costs nothing.
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
         * The keys of the account, newest first
         * @description For those who are logged in. An answer costs nothing.
         */
        get: operations["getAccountKeys"];
        put?: never;
        /**
         * A new key, shown this once
         * @description For those who are logged in. An answer costs nothing.
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
         * Disables a key for good
         * @description For those who are logged in. An answer costs nothing.
         */
        delete: operations["deleteAccountKeysById"];
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
         * This description of the endpoints, by OpenAPI 3.1
         * @description For anybody. An answer costs nothing.
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
         * What this is and what can be asked of it, in short, for language models
         * @description For anybody. An answer costs nothing.
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
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Answers while the process lives
         * @description For anybody. An answer costs nothing.
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
         * Answers 503 until requests can be answered: the database is there, its schema is current and the sources are in it
         * @description For anybody. An answer costs nothing.
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
         * Requests, runs, rows and the age of sources, for Prometheus
         * @description For anybody. An answer costs nothing.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What went wrong. Every error of every endpoint has this shape, whatever the format that was asked for. */
        Error: {
            /**
             * @description What to change, in a sentence.
             * @example bank: expected the code of a source: 2 to 20 of a-z, 0-9, _ and -
             */
            error: string;
            /**
             * Format: uri
             * @description Where this is documented.
             * @example https://example.org/docs
             */
            docs?: string;
            /**
             * Format: uuid
             * @description Of an error of ours: the id under which it is recorded.
             */
            id?: string;
        };
    };
    responses: {
        /** @description A parameter is not as it must be: the message says which, and what it accepts. */
        Error400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It is not known who asks: the key or the session is missing, unknown or over. */
        Error401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The plan does not include it, or a page of another origin asks. */
        Error403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is nothing under that name, or no rate as asked. */
        Error404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description None of the media types that the caller accepts can be given. */
        Error406: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It cannot be done as things stand. */
        Error409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large. */
        Error413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is of another media type than expected. */
        Error415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The units of the account are used up, or more was asked in a window of time than it allows. */
        Error429: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An error of ours, recorded under the id. */
        Error500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description What is behind the service did not answer as it should. */
        Error502: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not available at the moment. */
        Error503: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
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
        /** @description The version of the answer; sent back as If-None-Match it gives 304 while the answer is the same. */
        ETag: string;
        /** @description After how many seconds to ask again. */
        "Retry-After": number;
        /** @description The units that the account may use, a month or in all, as its plan counts them. */
        "X-Monthly-Limit": number;
        /** @description The units that the account has used. */
        "X-Monthly-Used": number;
        /** @description When they reset; missing on plans that do not reset. */
        "X-Monthly-Resets": string;
        /** @description How many requests are left of this minute. */
        "X-RateLimit-Remaining": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getCentralBanks: {
        parameters: {
            query?: {
                /** @description How the answer is written. */
                format?: "json" | "csv" | "xml" | "xlsx";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
                             * @description ISO 3166-1; EU for the euro area, XX for a body of several countries.
                             * @example EU
                             */
                            country: string;
                            /**
                             * @description The home currency.
                             * @example EUR
                             */
                            home_ccy: string;
                            /**
                             * @description What kind of body it is.
                             * @example central_bank
                             */
                            kind: string;
                            /**
                             * @description The rate types in the order in which a pair prefers them.
                             * @example [
                             *       "reference"
                             *     ]
                             */
                            rate_types: string[];
                            latest_date: string | null;
                            /**
                             * @description For how many dates a table is stored.
                             * @example 7000
                             */
                            days_of_history: number;
                            /**
                             * Format: uri
                             * @description The page on which a person would check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            source_url: string;
                            /**
                             * @description What the date of a rate is: the day on which it was made, the first day on which it holds, or the period that it stands for.
                             * @example made
                             * @enum {string}
                             */
                            dated: "made" | "effective" | "period";
                            /**
                             * @description When the newest table is normally published, in the time zone of the source; null where that is not known.
                             * @example 16:00
                             */
                            publishes: string | null;
                            /**
                             * @description What is left out and why, and what else a reader of the figures must know.
                             * @example Gold is printed per gram and stored per troy ounce.
                             */
                            notes: string | null;
                            /**
                             * @description What the terms of the publisher allow, where that is known.
                             * @example The rates are for information only.
                             */
                            terms: string | null;
                            /**
                             * @description What the adapter was checked against: a recorded answer, the publisher’s documentation, or a public description. Null where Ratebook is the source.
                             * @example recording
                             */
                            verified: ("recording" | "documentation" | "description") | null;
                            /** @description The endpoints of this source. */
                            endpoints: {
                                latest: string;
                                /** @description With {date} in the place of a date. */
                                by_date: string;
                                history: string;
                            };
                        }[];
                        /** @description What the values are good for. */
                        disclaimer: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getCentralBanksRates: {
        parameters: {
            query: {
                /** @description The currency of which the rate prices one unit; goes with `target`. */
                source: string;
                /** @description The currency in which the rate is expressed; goes with `source`. */
                target: string;
                /** @description A rate type of the source; by default its preferred one that gives the pair. */
                type?: string;
                /** @description How the answer is written. */
                format?: "json" | "csv" | "xml" | "xlsx";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The currency of which one unit is priced, as asked for.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The currency in which it is priced, as asked for.
                         * @example USD
                         */
                        target: string;
                        /**
                         * Format: date
                         * @description The newest of the dates below.
                         * @example 2026-11-20
                         */
                        as_of: string;
                        /**
                         * @description How many items there are.
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
                             * @description Units of the target for one unit of the source.
                             * @example 1.0834
                             */
                            rate: number;
                            /**
                             * Format: date
                             * @description The date of the table.
                             * @example 2026-11-20
                             */
                            rate_date: string;
                            /**
                             * @description The rate type, in the words of the source.
                             * @example reference
                             */
                            rate_type: string;
                            /**
                             * @description True unless the rate stands in the publication itself.
                             * @example false
                             */
                            derived: boolean;
                            /**
                             * @description As published, one divided by what is published, a cross over the home currency, or a composite of what several sources published.
                             * @example published
                             * @enum {string}
                             */
                            method: "published" | "inverse" | "cross" | "composite";
                            /**
                             * @description True when the table is more than thirty days old, or there is none.
                             * @example false
                             */
                            stale: boolean;
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                        /** @description Over the banks that are not stale; null where there is none. */
                        stats: {
                            /**
                             * @description Units of the target for one unit of the source.
                             * @example 1.0834
                             */
                            min: number;
                            /**
                             * @description Units of the target for one unit of the source.
                             * @example 1.0834
                             */
                            max: number;
                            /**
                             * @description Units of the target for one unit of the source.
                             * @example 1.0834
                             */
                            median: number;
                            /**
                             * @description The highest less the lowest, in basis points of the median.
                             * @example 12.5
                             */
                            spread_bps: number;
                            /**
                             * @description How many items there are.
                             * @example 1
                             */
                            banks_in_stats: number;
                        } | null;
                        /** @description How the rates and the statistics were had. */
                        methodology: string;
                        /** @description What the values are good for. */
                        disclaimer: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
        };
    };
    getCentralBankLatest: {
        parameters: {
            query?: {
                /** @description The currency of which the rate prices one unit; goes with `target`. */
                source?: string;
                /** @description The currency in which the rate is expressed; goes with `source`. */
                target?: string;
                /** @description A rate type of the source; by default its preferred one that gives the pair. */
                type?: string;
                /** @description How the answer is written. */
                format?: "json" | "csv" | "xml" | "xlsx";
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
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
                         * @example 2026-11-20
                         */
                        rate_date: string;
                        /** @description The published rates, by base, quote and type. */
                        rates: {
                            /**
                             * @description The currency of which one unit is priced.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which it is priced.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * @description The rate type, in the words of the source.
                             * @example reference
                             */
                            type: string;
                            /**
                             * @description The value as published, per one unit of base, with its digits.
                             * @example 1.0834
                             */
                            value: number;
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                        /** @description What the values are good for. */
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
                         * @example 2026-11-20
                         */
                        rate_date: string;
                        /**
                         * @description The currency of which one unit is priced, as asked for.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The currency in which it is priced, as asked for.
                         * @example USD
                         */
                        target: string;
                        /**
                         * @description Units of the target for one unit of the source.
                         * @example 1.0834
                         */
                        rate: number;
                        /**
                         * @description The rate type, in the words of the source.
                         * @example reference
                         */
                        rate_type: string;
                        /**
                         * @description True unless the rate stands in the publication itself.
                         * @example false
                         */
                        derived: boolean;
                        /**
                         * @description As published, one divided by what is published, a cross over the home currency, or a composite of what several sources published.
                         * @example published
                         * @enum {string}
                         */
                        method: "published" | "inverse" | "cross" | "composite";
                        valid_from?: string | null;
                        valid_to?: string | null;
                        /** @description What the values are good for. */
                        disclaimer: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
        };
    };
    getCentralBankHistory: {
        parameters: {
            query?: {
                /** @description A currency on either side of the published pairs. */
                symbol?: string;
                /** @description The currency of which the rate prices one unit; goes with `target`. */
                source?: string;
                /** @description The currency in which the rate is expressed; goes with `source`. */
                target?: string;
                /** @description The first date; by default one year before `to`. */
                from?: string;
                /** @description The last date; by default today (UTC). */
                to?: string;
                /** @description A rate type of the source; by default its preferred one that gives the pair. */
                type?: string;
                /** @description Answers with what was known at this instant: later corrections and additions are left out. */
                as_of?: string;
                /** @description How the answer is written. */
                format?: "json" | "csv" | "xml" | "xlsx";
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
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
                         * @description The currency that was asked for.
                         * @example USD
                         */
                        symbol: string;
                        /**
                         * Format: date
                         * @description The first date that was asked for.
                         * @example 2026-11-20
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description The last date that was asked for.
                         * @example 2026-11-20
                         */
                        to: string;
                        /**
                         * @description How many items there are.
                         * @example 1
                         */
                        count: number;
                        /**
                         * @description True when there are more than are given; the Link header leads on where there is one.
                         * @example false
                         */
                        truncated: boolean;
                        rates: {
                            /**
                             * Format: date
                             * @description The date of the table.
                             * @example 2026-11-20
                             */
                            rate_date: string;
                            /**
                             * @description The currency of which one unit is priced.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which it is priced.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * @description The rate type, in the words of the source.
                             * @example reference
                             */
                            type: string;
                            /**
                             * @description The value as published, per one unit of base, with its digits.
                             * @example 1.0834
                             */
                            value: number;
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                        /** @description What the values are good for. */
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
                         * @description The currency of which one unit is priced, as asked for.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The currency in which it is priced, as asked for.
                         * @example USD
                         */
                        target: string;
                        /**
                         * Format: date
                         * @description The first date that was asked for.
                         * @example 2026-11-20
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description The last date that was asked for.
                         * @example 2026-11-20
                         */
                        to: string;
                        /**
                         * @description How many items there are.
                         * @example 1
                         */
                        count: number;
                        /**
                         * @description True when there are more than are given; the Link header leads on where there is one.
                         * @example false
                         */
                        truncated: boolean;
                        rates: {
                            /**
                             * Format: date
                             * @description The date of the table.
                             * @example 2026-11-20
                             */
                            date: string;
                            /**
                             * @description The currency of which one unit is priced, as asked for.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which it is priced, as asked for.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * @description The rate type, in the words of the source.
                             * @example reference
                             */
                            type: string;
                            /**
                             * @description Units of the target for one unit of the source.
                             * @example 1.0834
                             */
                            value: number;
                            /**
                             * @description Units of the target for one unit of the source.
                             * @example 1.0834
                             */
                            rate: number;
                            /**
                             * @description The rate type, in the words of the source.
                             * @example reference
                             */
                            rate_type: string;
                            /**
                             * @description True unless the rate stands in the publication itself.
                             * @example false
                             */
                            derived: boolean;
                            /**
                             * @description As published, one divided by what is published, a cross over the home currency, or a composite of what several sources published.
                             * @example published
                             * @enum {string}
                             */
                            method: "published" | "inverse" | "cross" | "composite";
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                        /** @description What the values are good for. */
                        disclaimer: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
        };
    };
    getCentralBankAvailability: {
        parameters: {
            query?: {
                /** @description A whole calendar year; wins over `from` and `to`. */
                year?: string;
                /** @description The first date; by default one year before `to`. */
                from?: string;
                /** @description The last date; by default today (UTC). */
                to?: string;
                /** @description How the answer is written. */
                format?: "json" | "csv" | "xml" | "xlsx";
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
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
                         * @description The first date that was asked for.
                         * @example 2026-11-20
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description The last date that was asked for.
                         * @example 2026-11-20
                         */
                        to: string;
                        /**
                         * @description How many items there are.
                         * @example 1
                         */
                        count: number;
                        /**
                         * @description True when there are more than are given; the Link header leads on where there is one.
                         * @example false
                         */
                        truncated: boolean;
                        /**
                         * @description The dates, ascending.
                         * @example [
                         *       "2026-11-19",
                         *       "2026-11-20"
                         *     ]
                         */
                        dates: string[];
                        /** @description What a date in the list means, and what a missing one does. */
                        note_semantics: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
        };
    };
    getCentralBankByDate: {
        parameters: {
            query?: {
                /** @description The currency of which the rate prices one unit; goes with `target`. */
                source?: string;
                /** @description The currency in which the rate is expressed; goes with `source`. */
                target?: string;
                /** @description A rate type of the source; by default its preferred one that gives the pair. */
                type?: string;
                /** @description Answers with what was known at this instant: later corrections and additions are left out. */
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
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
                         * @description The date that was asked for.
                         * @example 2026-11-20
                         */
                        requested_date: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-11-20
                         */
                        rate_date: string;
                        /**
                         * @description True when there is a table of the very date.
                         * @example true
                         */
                        published_on_requested_date: boolean;
                        /** @description The published rates, by base, quote and type. */
                        rates: {
                            /**
                             * @description The currency of which one unit is priced.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which it is priced.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * @description The rate type, in the words of the source.
                             * @example reference
                             */
                            type: string;
                            /**
                             * @description The value as published, per one unit of base, with its digits.
                             * @example 1.0834
                             */
                            value: number;
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                        /** @description What the values are good for. */
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
                         * @description The date that was asked for.
                         * @example 2026-11-20
                         */
                        requested_date: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-11-20
                         */
                        rate_date: string;
                        /**
                         * @description True when there is a table of the very date.
                         * @example true
                         */
                        published_on_requested_date: boolean;
                        /**
                         * @description The currency of which one unit is priced, as asked for.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The currency in which it is priced, as asked for.
                         * @example USD
                         */
                        target: string;
                        /**
                         * @description Units of the target for one unit of the source.
                         * @example 1.0834
                         */
                        rate: number;
                        /**
                         * @description The rate type, in the words of the source.
                         * @example reference
                         */
                        rate_type: string;
                        /**
                         * @description True unless the rate stands in the publication itself.
                         * @example false
                         */
                        derived: boolean;
                        /**
                         * @description As published, one divided by what is published, a cross over the home currency, or a composite of what several sources published.
                         * @example published
                         * @enum {string}
                         */
                        method: "published" | "inverse" | "cross" | "composite";
                        valid_from?: string | null;
                        valid_to?: string | null;
                        /** @description What the values are good for. */
                        disclaimer: string;
                    };
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
        };
    };
    getCentralBankPublications: {
        parameters: {
            query?: {
                /** @description How the answer is written. */
                format?: "json" | "csv" | "xml" | "xlsx";
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
                         * @description The date that was asked for.
                         * @example 2026-11-20
                         */
                        requested_date: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-11-20
                         */
                        rate_date: string;
                        publications: {
                            /**
                             * @description The number of the publication.
                             * @example 1
                             */
                            id: number;
                            /**
                             * @description The address that was asked.
                             * @example https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml
                             */
                            url: string;
                            /**
                             * @example GET
                             * @enum {string}
                             */
                            method: "GET" | "POST";
                            /**
                             * @description As the publisher declared it.
                             * @example text/xml
                             */
                            media_type: string;
                            /**
                             * @description Of the bytes as they came.
                             * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
                             */
                            sha256: string;
                            /**
                             * @description In bytes.
                             * @example 1742
                             */
                            size: number;
                            /**
                             * Format: date-time
                             * @description When this content came first.
                             * @example 2026-11-20T15:00:00.000Z
                             */
                            fetched_at: string;
                            /**
                             * Format: date-time
                             * @description When it came last.
                             * @example 2026-11-20T15:00:00.000Z
                             */
                            last_fetched_at: string;
                            /**
                             * @description How many rates of the table came from it.
                             * @example 1
                             */
                            rates: number;
                            /**
                             * Format: uri
                             * @description The address of the document itself.
                             */
                            document: string;
                        }[];
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
                             * @description How often it publishes.
                             * @example daily
                             * @enum {string}
                             */
                            cadence: "daily" | "weekly" | "monthly" | "quarterly" | "yearly";
                            /**
                             * @description True when the table is more than thirty days old, or there is none.
                             * @example false
                             */
                            stale: boolean;
                            /**
                             * @description True when the newest table is older than the source’s own rhythm of weekdays, holidays and cadence explains, or there is none.
                             * @example false
                             */
                            overdue: boolean;
                            /**
                             * @description How many tables that rhythm would have brought since; null where there is no table yet.
                             * @example 0
                             */
                            missed: number | null;
                            /**
                             * @description What the date of a rate is: the day on which it was made, the first day on which it holds, or the period that it stands for.
                             * @example made
                             * @enum {string}
                             */
                            dated: "made" | "effective" | "period";
                            /**
                             * @description When the newest table is normally published, in the time zone of the source; null where that is not known.
                             * @example 16:00
                             */
                            publishes: string | null;
                            /**
                             * @description What is left out and why, and what else a reader of the figures must know.
                             * @example Gold is printed per gram and stored per troy ounce.
                             */
                            notes: string | null;
                            /**
                             * @description What the terms of the publisher allow, where that is known.
                             * @example The rates are for information only.
                             */
                            terms: string | null;
                            /**
                             * @description What the adapter was checked against: a recorded answer, the publisher’s documentation, or a public description. Null where Ratebook is the source.
                             * @example recording
                             */
                            verified: ("recording" | "documentation" | "description") | null;
                        }[];
                        /**
                         * Format: date-time
                         * @description An instant in UTC.
                         * @example 2026-11-20T15:00:00.000Z
                         */
                        checked_at: string;
                        /**
                         * @description How many items there are.
                         * @example 1
                         */
                        stale_count: number;
                        /**
                         * @description How many items there are.
                         * @example 1
                         */
                        overdue_count: number;
                    };
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getOpenCentralBankByBank: {
        parameters: {
            query?: {
                /** @description The currency of which the rate prices one unit; goes with `target`. */
                source?: string;
                /** @description The currency in which the rate is expressed; goes with `source`. */
                target?: string;
                /** @description A rate type of the source; by default its preferred one that gives the pair. */
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
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
                         * @example 2026-11-20
                         */
                        rate_date: string;
                        rates: {
                            /**
                             * @description The currency of which one unit is priced.
                             * @example EUR
                             */
                            base: string;
                            /**
                             * @description The currency in which it is priced.
                             * @example USD
                             */
                            quote: string;
                            /**
                             * @description The rate type, in the words of the source.
                             * @example reference
                             */
                            type: string;
                            /**
                             * @description The value as published, per one unit of base, with its digits.
                             * @example 1.0834
                             */
                            value: number;
                            valid_from?: string | null;
                            valid_to?: string | null;
                        }[];
                        /** @description Whom to name where the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page on which a person would check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use, where they are known. */
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
                         * @example 2026-11-20
                         */
                        rate_date: string;
                        /**
                         * @description The currency of which one unit is priced, as asked for.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The currency in which it is priced, as asked for.
                         * @example USD
                         */
                        target: string;
                        /**
                         * @description Units of the target for one unit of the source.
                         * @example 1.0834
                         */
                        rate: number;
                        /**
                         * @description The rate type, in the words of the source.
                         * @example reference
                         */
                        rate_type: string;
                        /**
                         * @description True unless the rate stands in the publication itself.
                         * @example false
                         */
                        derived: boolean;
                        /** @enum {string} */
                        method: "published" | "inverse" | "composite";
                        valid_from?: string | null;
                        valid_to?: string | null;
                        /** @description Whom to name where the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page on which a person would check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use, where they are known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        country: string | null;
                        currency: string | null;
                        /** @constant */
                        source: "cloudflare";
                    };
                };
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSymbols: {
        parameters: {
            query?: {
                /** @description Whether currencies that are no longer legal tender are listed too. */
                historical?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
                             * @description The sign of the currency; its code where it has none.
                             * @example €
                             */
                            symbol: string;
                        }[];
                        /**
                         * @description How many items there are.
                         * @example 1
                         */
                        count: number;
                    };
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getRate: {
        parameters: {
            query: {
                /** @description The currency of which the rate prices one unit; goes with `target`. */
                source: string;
                /** @description The currency in which the rate is expressed; goes with `source`. */
                target: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Units of the target for one unit of the source.
                         * @example 1.0834
                         */
                        rate: number;
                        /**
                         * @description Where the rate comes from: a feed of the market itself, or official tables and what is made of them.
                         * @example official
                         * @enum {string}
                         */
                        source: "interbank" | "official";
                    };
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
        };
    };
    getRates: {
        parameters: {
            query?: {
                /** @description The currency of which the rates price one unit; the US dollar unless it says otherwise. */
                source?: string;
                /** @description The currencies in which the rates are expressed, with commas between them; all of them where there is none. */
                target?: string;
                /** @description The rates that held at this moment. For the paid plans. */
                time?: string;
                /** @description The beginning of a series. For the paid plans. */
                from?: string;
                /** @description The end of a series, which is not in it; by default now. */
                to?: string;
                /** @description How far apart the rates of a series are, the last of each; by default a day. */
                group?: "minute" | "hour" | "day";
                /** @description An amount of the source to be converted; goes with one target. */
                amount?: string;
                /** @description How the answer is written. */
                format?: "json" | "csv" | "xml" | "xlsx";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Units of the target for one unit of the source.
                         * @example 1.0834
                         */
                        rate: number;
                        /**
                         * @description The currency of which one unit is priced, as asked for.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The currency in which it is priced, as asked for.
                         * @example USD
                         */
                        target: string;
                        /**
                         * Format: date-time
                         * @description When the rate was the newest: the feed’s own time, or the day of the official tables at 00:00 UTC.
                         * @example 2026-11-20T15:00:00.000Z
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
                         * @description Units of the target for one unit of the source.
                         * @example 1.0834
                         */
                        rate: number;
                        /**
                         * @description Where the rate comes from: a feed of the market itself, or official tables and what is made of them.
                         * @example official
                         * @enum {string}
                         */
                        source: "interbank" | "official";
                        /**
                         * Format: date-time
                         * @description When the rate was the newest: the feed’s own time, or the day of the official tables at 00:00 UTC.
                         * @example 2026-11-20T15:00:00.000Z
                         */
                        time: string;
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
        };
    };
    getHistoricalRates: {
        parameters: {
            query: {
                /** @description The currency of which the rate prices one unit; goes with `target`. */
                source: string;
                /** @description The currency in which the rate is expressed; goes with `source`. */
                target: string;
                /** @description How far back, up to now. */
                period?: "1d" | "7d" | "30d" | "1y";
                /** @description How the answer is written. */
                format?: "json" | "csv" | "xml" | "xlsx";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The currency of which one unit is priced, as asked for.
                         * @example EUR
                         */
                        source: string;
                        /**
                         * @description The currency in which it is priced, as asked for.
                         * @example USD
                         */
                        target: string;
                        /** @description The last rate known at the end of each hour or day, the oldest first. */
                        data: {
                            /**
                             * @description The day, or for 1d the beginning of the hour, in UTC.
                             * @example 2026-11-20
                             */
                            date: string;
                            /**
                             * @description Units of the target for one unit of the source.
                             * @example 1.0834
                             */
                            rate: number;
                            /**
                             * @description Its beginning in milliseconds since 1970.
                             * @example 1795132800000
                             */
                            timestamp: number;
                        }[];
                        /**
                         * @description official as soon as one of the rates is.
                         * @example official
                         * @enum {string}
                         */
                        source_api: "interbank" | "official";
                        /**
                         * @description As asked for.
                         * @enum {string}
                         */
                        period: "1d" | "7d" | "30d" | "1y";
                    };
                    "text/csv": string;
                    "application/xml": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
        };
    };
    getCompatALatest: {
        parameters: {
            query?: {
                /** @description The currency of which the rates price one unit; a cross within the table where it is not EUR. */
                base?: string;
                /** @description The currencies that are wanted; by default all that the table has. */
                symbols?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The currency of which one unit is priced.
                         * @example EUR
                         */
                        base: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-11-20
                         */
                        date: string;
                        /** @description What the base is in each currency, by its code. The base itself is among them, as one, where it is asked for or is not EUR. */
                        rates: {
                            [key: string]: number;
                        };
                        /**
                         * @description True unless the rates stand in the publication itself: for any base but EUR, for an amount, and where places are asked for.
                         * @example false
                         */
                        derived: boolean;
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description Whom to name where the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page on which a person would check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use, where they are known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getCompatAHistory: {
        parameters: {
            query: {
                /** @description The first date. */
                start_at: string;
                /** @description The last date, at most one year after the first. */
                end_at: string;
                /** @description The currency of which the rates price one unit; a cross within the table where it is not EUR. */
                base?: string;
                /** @description The currencies that are wanted; by default all that the table has. */
                symbols?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rates by the date of their table; a date without one, or whose table does not have the base, is left out. */
                        rates: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                        /**
                         * Format: date
                         * @description The first date that was asked for.
                         * @example 2026-11-20
                         */
                        start_at: string;
                        /**
                         * Format: date
                         * @description The last date that was asked for.
                         * @example 2026-11-20
                         */
                        end_at: string;
                        /**
                         * @description The currency of which one unit is priced.
                         * @example EUR
                         */
                        base: string;
                        /**
                         * @description True unless the rates stand in the publication itself: for any base but EUR, for an amount, and where places are asked for.
                         * @example false
                         */
                        derived: boolean;
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description Whom to name where the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page on which a person would check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use, where they are known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getCompatAByDate: {
        parameters: {
            query?: {
                /** @description The currency of which the rates price one unit; a cross within the table where it is not EUR. */
                base?: string;
                /** @description The currencies that are wanted; by default all that the table has. */
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
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The currency of which one unit is priced.
                         * @example EUR
                         */
                        base: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-11-20
                         */
                        date: string;
                        /** @description What the base is in each currency, by its code. The base itself is among them, as one, where it is asked for or is not EUR. */
                        rates: {
                            [key: string]: number;
                        };
                        /**
                         * @description True unless the rates stand in the publication itself: for any base but EUR, for an amount, and where places are asked for.
                         * @example false
                         */
                        derived: boolean;
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description Whom to name where the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page on which a person would check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use, where they are known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
        };
    };
    getCompatBLatest: {
        parameters: {
            query?: {
                /** @description The currency of which the rates price one unit; a cross within the table where it is not EUR. */
                base?: string;
                /** @description The currencies that are wanted; by default all that the table has. */
                symbols?: string;
                /** @description Rounds to so many decimals, half up; by default nothing is rounded. */
                places?: string;
                /** @description The amount of the base that is priced; by default one. */
                amount?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description The currency of which one unit is priced.
                         * @example EUR
                         */
                        base: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-11-20
                         */
                        date: string;
                        /** @description What the base is in each currency, by its code. The base itself is among them where `symbols` does not leave it out, and symbols that the table does not have are not. */
                        rates: {
                            [key: string]: number;
                        };
                        /**
                         * @description True unless the rates stand in the publication itself: for any base but EUR, for an amount, and where places are asked for.
                         * @example false
                         */
                        derived: boolean;
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description Whom to name where the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page on which a person would check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use, where they are known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is not as it must be: the message says which, and what it accepts. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description The units of the account are used up, or more was asked in a window of time than it allows. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description An error of ours, recorded under the id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description Not available at the moment. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
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
                /** @description The currency of which the rates price one unit; a cross within the table where it is not EUR. */
                base?: string;
                /** @description The currencies that are wanted; by default all that the table has. */
                symbols?: string;
                /** @description Rounds to so many decimals, half up; by default nothing is rounded. */
                places?: string;
                /** @description The amount of the base that is priced; by default one. */
                amount?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
                         * @description The first date that was asked for.
                         * @example 2026-11-20
                         */
                        start_date: string;
                        /**
                         * Format: date
                         * @description The last date that was asked for.
                         * @example 2026-11-20
                         */
                        end_date: string;
                        /**
                         * @description The currency of which one unit is priced.
                         * @example EUR
                         */
                        base: string;
                        /** @description The rates by the date of their table; a date without one, or whose table does not have the base, is left out. */
                        rates: {
                            [key: string]: {
                                [key: string]: number;
                            };
                        };
                        /**
                         * @description True unless the rates stand in the publication itself: for any base but EUR, for an amount, and where places are asked for.
                         * @example false
                         */
                        derived: boolean;
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description Whom to name where the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page on which a person would check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use, where they are known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is not as it must be: the message says which, and what it accepts. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description It is not known who asks: the key or the session is missing, unknown or over. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description The plan does not include it, or a page of another origin asks. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description The units of the account are used up, or more was asked in a window of time than it allows. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description An error of ours, recorded under the id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description Not available at the moment. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
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
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The currencies by their codes. */
                        symbols: {
                            [key: string]: {
                                /**
                                 * @description The name of the currency in English.
                                 * @example Euro
                                 */
                                description: string;
                                /**
                                 * @description A currency (ISO 4217).
                                 * @example EUR
                                 */
                                code: string;
                            };
                        };
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description Whom to name where the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page on which a person would check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use, where they are known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is not as it must be: the message says which, and what it accepts. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description The units of the account are used up, or more was asked in a window of time than it allows. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description An error of ours, recorded under the id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description Not available at the moment. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
        };
    };
    getCompatBByDate: {
        parameters: {
            query?: {
                /** @description The currency of which the rates price one unit; a cross within the table where it is not EUR. */
                base?: string;
                /** @description The currencies that are wanted; by default all that the table has. */
                symbols?: string;
                /** @description Rounds to so many decimals, half up; by default nothing is rounded. */
                places?: string;
                /** @description The amount of the base that is priced; by default one. */
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
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @description The currency of which one unit is priced.
                         * @example EUR
                         */
                        base: string;
                        /**
                         * Format: date
                         * @description The date of the table.
                         * @example 2026-11-20
                         */
                        date: string;
                        /** @description What the base is in each currency, by its code. The base itself is among them where `symbols` does not leave it out, and symbols that the table does not have are not. */
                        rates: {
                            [key: string]: number;
                        };
                        /**
                         * @description True unless the rates stand in the publication itself: for any base but EUR, for an amount, and where places are asked for.
                         * @example false
                         */
                        derived: boolean;
                        /**
                         * @description The code of the source.
                         * @example ecb
                         */
                        source: string;
                        /** @description Whom to name where the rates are shown. */
                        attribution: {
                            /**
                             * @description The name of the source.
                             * @example European Central Bank
                             */
                            source: string;
                            /**
                             * Format: uri
                             * @description The page on which a person would check a figure.
                             * @example https://www.ecb.europa.eu/
                             */
                            url: string;
                            /** @description The publisher’s terms of use, where they are known. */
                            terms: string | null;
                        };
                    };
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is not as it must be: the message says which, and what it accepts. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description It is not known who asks: the key or the session is missing, unknown or over. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description The plan does not include it, or a page of another origin asks. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description There is nothing under that name, or no rate as asked. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description The units of the account are used up, or more was asked in a window of time than it allows. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description An error of ours, recorded under the id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
            /** @description Not available at the moment. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success?: unknown;
                        error?: unknown;
                    };
                };
            };
        };
    };
    getPublicCentralBankByBank: {
        parameters: {
            query?: {
                /** @description How the answer is written. */
                format?: "json" | "csv" | "xlsx";
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
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
                         * @example 2026-11-20
                         */
                        rate_date: string;
                        rates: {
                            /**
                             * @description The currency of which one unit is priced.
                             * @example EUR
                             */
                            base_ccy: string;
                            /**
                             * @description The currency in which it is priced.
                             * @example USD
                             */
                            quote_ccy: string;
                            /**
                             * @description The rate type, in the words of the source.
                             * @example reference
                             */
                            rate_type: string;
                            /**
                             * @description The value as published, per one unit of base, with its digits.
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
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
        };
    };
    getPublicCentralBankHistory: {
        parameters: {
            query?: {
                /** @description The first date; by default one year before `to`. */
                from?: string;
                /** @description The last date; by default today (UTC). */
                to?: string;
                /** @description A rate type of the source; by default its preferred one that gives the pair. */
                type?: string;
                /** @description How the answer is written. */
                format?: "json" | "csv" | "xlsx";
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
                         * @description The first date that was asked for.
                         * @example 2026-11-20
                         */
                        from: string;
                        /**
                         * Format: date
                         * @description The last date that was asked for.
                         * @example 2026-11-20
                         */
                        to: string;
                        rates: {
                            /**
                             * Format: date
                             * @description The date of the table.
                             * @example 2026-11-20
                             */
                            rate_date: string;
                            /**
                             * @description The currency of which one unit is priced.
                             * @example EUR
                             */
                            base_ccy: string;
                            /**
                             * @description The currency in which it is priced.
                             * @example USD
                             */
                            quote_ccy: string;
                            /**
                             * @description The rate type, in the words of the source.
                             * @example reference
                             */
                            rate_type: string;
                            /**
                             * @description The value as published, per one unit of base, with its digits.
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
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                     * @description What the key is for.
                     * @default trial
                     * @example dashboard
                     */
                    name?: string;
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description What the key is for.
                     * @default trial
                     * @example dashboard
                     */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description As asked. */
            201: {
                headers: {
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The key in clear text. It is shown only once.
                         * @example rb_0000000000000000000000000000000
                         */
                        api_key: string;
                        /** @constant */
                        plan: "trial";
                        /**
                         * @description How many items there are.
                         * @example 1
                         */
                        calls: number;
                        /**
                         * Format: date-time
                         * @description An instant in UTC.
                         * @example 2026-11-20T15:00:00.000Z
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
                     * @description Of a request: what its answer is to have.
                     * @example 1
                     */
                    id?: string | number;
                    /**
                     * @description What is asked for.
                     * @example tools/list
                     */
                    method?: string;
                    /**
                     * @description What goes with it.
                     * @example {}
                     */
                    params?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Of an answer to the server.
                     * @example {}
                     */
                    result?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Of an answer to the server that failed.
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
                     * @description Of a request: what its answer is to have.
                     * @example 1
                     */
                    id?: string | number;
                    /**
                     * @description What is asked for.
                     * @example tools/list
                     */
                    method?: string;
                    /**
                     * @description What goes with it.
                     * @example {}
                     */
                    params?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Of an answer to the server.
                     * @example {}
                     */
                    result?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Of an answer to the server that failed.
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
                     * @description What the person wants to be called.
                     * @default
                     * @example Ada
                     */
                    name?: string;
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
                     * @description What the person wants to be called.
                     * @default
                     * @example Ada
                     */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
                     * @description What the mailed link ends with.
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
                     * @description What the mailed link ends with.
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
        };
    };
    getAuthVerifyEmail: {
        parameters: {
            query: {
                /** @description What the mailed link has. */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            302: {
                headers: {
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
                         * @description How many items there are.
                         * @example 1
                         */
                        limit: number;
                        /**
                         * @description How many items there are.
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
        };
    };
    getAccountUsage: {
        parameters: {
            query?: {
                /** @description The first day; by default the first of this month (UTC). */
                from?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As asked. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date
                         * @description The first day.
                         * @example 2026-11-20
                         */
                        from: string;
                        usage: {
                            /**
                             * Format: date
                             * @description A day in UTC.
                             * @example 2026-11-20
                             */
                            day: string;
                            endpoint: string;
                            /**
                             * @description How many items there are.
                             * @example 1
                             */
                            requests: number;
                            /**
                             * @description How many items there are.
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            /**
                             * @description The number of a key.
                             * @example 7
                             */
                            id: number;
                            /**
                             * @description The first characters of the key.
                             * @example rb_3f9aX
                             */
                            prefix: string;
                            /**
                             * @description What the key is for, in its owner’s words.
                             * @example dashboard
                             */
                            name: string;
                            /**
                             * Format: date-time
                             * @description An instant in UTC.
                             * @example 2026-11-20T15:00:00.000Z
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
                     * @description What the key is for.
                     * @example dashboard
                     */
                    name: string;
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description What the key is for.
                     * @example dashboard
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** @description As asked. */
            201: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The number of a key.
                         * @example 7
                         */
                        id: number;
                        /**
                         * @description The key in clear text. It is shown only once.
                         * @example rb_0000000000000000000000000000000
                         */
                        api_key: string;
                        /**
                         * @description What the key is for, in its owner’s words.
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
            /** @description As asked. */
            200: {
                headers: {
                    "X-Monthly-Limit": components["headers"]["X-Monthly-Limit"];
                    "X-Monthly-Used": components["headers"]["X-Monthly-Used"];
                    "X-Monthly-Resets": components["headers"]["X-Monthly-Resets"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The number of a key.
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
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
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
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
            /** @description As asked. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description The caller has the newest answer already. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
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
            /** @description As asked. */
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
            /** @description As asked. */
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
            /** @description As asked. */
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
}
