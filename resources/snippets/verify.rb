# frozen_string_literal: true

# Verifies a webhook delivery (Standard Webhooks). Needs Ruby 2.7 or newer, and no gems.
#
# Set NOTEHOOK_SIGNING_SECRET to the endpoint's signing secret (whsec_…). Pass the headers webhook-id,
# webhook-timestamp and webhook-signature unchanged, and the body as it was received: request.raw_post in
# Rails, request.body.read in Sinatra. Verify the delivery before you parse the JSON.
require "openssl"

module Webhook
  TOLERANCE_SECONDS = 5 * 60

  def self.verify(id, timestamp, signatures, raw_body)
    secret = ENV.fetch("NOTEHOOK_SIGNING_SECRET")
    raise "NOTEHOOK_SIGNING_SECRET does not begin with whsec_." unless secret.start_with?("whsec_")
    return false if id.to_s.empty? || !timestamp.to_s.match?(/\A[0-9]{1,12}\z/)
    return false if (Time.now.to_i - timestamp.to_i).abs > TOLERANCE_SECONDS

    key = secret.delete_prefix("whsec_").unpack1("m")
    signed = "#{id}.#{timestamp}.".b + raw_body.b
    expected = "v1," + [OpenSSL::HMAC.digest("SHA256", key, signed)].pack("m0")
    signatures.to_s.split(" ").any? { |entry| same?(entry, expected) }
  end

  # Takes the same time wherever the texts differ.
  def self.same?(given, expected)
    given.bytesize == expected.bytesize && OpenSSL.fixed_length_secure_compare(given, expected)
  end
  private_class_method :same?
end
