/*
 * tests/server/target_test.c - addresses that strangers give: which are taken.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include "notice/target.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

TEST(TARGET_is_https_with_a_host_and_nothing_odd)
{
    static const char *const good[][2] = {
        {"https://push.test/a?b=c", "https://push.test"},
        {"https://PUSH.Test:8443", "https://push.test:8443"},
        {"https://a-b.test:443/x", "https://a-b.test:443"},
        {"https://192.0.2.1/x", "https://192.0.2.1"}, /* refused when it is connected */
    };
    static const char *const bad[] = {"",
                                      "http://push.test/",
                                      "https://",
                                      "https:///x",
                                      "ftp://push.test/",
                                      "https://user:word@push.test/",
                                      "https://push.test:22/",
                                      "https://push.test:/",
                                      "https://push.test:80/",
                                      "https://push.test:99999/",
                                      "https://push.test:8443x/",
                                      "https://push test/",
                                      "https://push.test/\r\nX: y",
                                      "https://[::1]/",
                                      "https://push.test/#x",
                                      "https://.test/",
                                      "https://a..b/",
                                      "https://a./",
                                      "https://p\xc3\xbcsh.test/",
                                      "HTTPS://push.test/",
                                      "https://push.test/\"x",
                                      "file:///etc/passwd",
                                      "https://push.test\\@other.test/"};
    struct target target;
    char longest[TARGET_URL + 1] = "https://push.test/";
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CHECK(linea_target_read(&target, good[i][0]));
        CHECK_TEXT(target.origin, good[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(!linea_target_read(&target, bad[i]));
    memset(longest + 18, 'x', sizeof longest - 19);
    longest[TARGET_URL] = '\0';
    CHECK(!linea_target_read(&target, longest));
    longest[TARGET_URL - 1] = '\0';
    CHECK(linea_target_read(&target, longest));
}

static bool is_push(const char *url, const char *more)
{
    struct target target;
    CHECK(linea_target_read(&target, url));
    return linea_target_is_push(&target, more);
}

TEST(TARGET_of_a_push_is_a_known_service)
{
    CHECK(is_push("https://fcm.googleapis.com/fcm/send/x", ""));
    CHECK(is_push("https://updates.push.services.mozilla.com/wpush/v2/x", ""));
    CHECK(is_push("https://web.push.apple.com/x", ""));
    CHECK(is_push("https://wns2-a.notify.windows.com/w/?token=x", ""));
    CHECK(!is_push("https://push.apple.com.evil.test/", ""));
    CHECK(!is_push("https://evilfcm.googleapis.com/", ""));
    CHECK(!is_push("https://xpush.services.mozilla.com/", ""));
    CHECK(!is_push("https://push.test/", "other.test,third.test"));
    CHECK(is_push("https://push.test/", "other.test,push.test"));
}

static bool is_public(const char *text)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return linea_target_is_public((const struct sockaddr *)&four);
    CHECK_EQ(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return linea_target_is_public((const struct sockaddr *)&six);
}

TEST(TARGET_is_not_at_an_address_of_ones_own)
{
    static const char *const own[] = {"0.0.0.0",
                                      "0.1.2.3",
                                      "10.0.0.1",
                                      "100.64.0.1",
                                      "100.127.255.255",
                                      "127.0.0.1",
                                      "127.255.0.1",
                                      "169.254.169.254",
                                      "172.16.0.1",
                                      "172.31.255.255",
                                      "192.0.0.8",
                                      "192.0.2.1",
                                      "192.88.99.1",
                                      "192.168.1.1",
                                      "198.18.0.1",
                                      "198.19.255.1",
                                      "198.51.100.7",
                                      "203.0.113.9",
                                      "224.0.0.1",
                                      "240.0.0.1",
                                      "255.255.255.255",
                                      "::",
                                      "::1",
                                      "::ffff:127.0.0.1",
                                      "::ffff:10.0.0.1",
                                      "::127.0.0.1",
                                      "fe80::1",
                                      "fc00::1",
                                      "fd12::1",
                                      "ff02::1",
                                      "64:ff9b::7f00:1",
                                      "64:ff9b:1::1",
                                      "100::1",
                                      "2001::1",
                                      "2001:1::1",
                                      "2001:db8::1",
                                      "2002:7f00:1::1",
                                      "3fff::1",
                                      "fec0::1"};
    static const char *const others[] = {
        "8.8.8.8",         "1.1.1.1",         "9.255.255.255",   "11.0.0.0",
        "100.63.255.255",  "100.128.0.0",     "126.255.255.255", "128.0.0.0",
        "172.15.255.255",  "172.32.0.0",      "192.167.255.255", "192.169.0.0",
        "223.255.255.255", "2606:4700::1111", "2a00:1450::1",    "2001:4860::1",
        "::ffff:8.8.8.8"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (is_public(own[i]))
            fail_msg("%s", own[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!is_public(others[i]))
            fail_msg("%s", others[i]);
    const struct sockaddr local = {.sa_family = AF_UNIX};
    CHECK(!linea_target_is_public(&local));
}

TEST(TARGET_of_a_mail_has_room_for_nothing_else)
{
    static const char *const good[] = {"ann@example.org", "a.b+c@x.example.org",
                                       "o'neil_1@a-b.test"};
    static const char *const bad[] = {"",
                                      "ann",
                                      "@example.org",
                                      "ann@",
                                      "ann@host",
                                      "ann @example.org",
                                      "ann@example.org\r\nBcc: x@y.test",
                                      "ann@example.org\nx",
                                      "ann@exa mple.org",
                                      "ann@example.org,ben@example.org",
                                      "<ann@example.org>",
                                      "ann@@example.org",
                                      "-f@example.org",
                                      ".a@example.org",
                                      "a.@example.org",
                                      "\"a b\"@example.org",
                                      "ann@example..org",
                                      "ann@example.org\t",
                                      "\xc3\xa4@example.org",
                                      "ann@.org"};
    char longest[TARGET_MAIL + 8];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK(linea_target_is_mail(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (linea_target_is_mail(bad[i]))
            fail_msg("%s", bad[i]);
    snprintf(longest, sizeof longest, "%065d@example.org", 1);
    CHECK(!linea_target_is_mail(longest));
    CHECK(linea_target_is_mail(longest + 1));
}
